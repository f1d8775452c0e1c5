import { climateDemandSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { PredictDemand } from './service.ts'

/** What the season and the climate do to demand. */
export function demandRoutes(predictDemand: PredictDemand): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/climate-demand',
      access: 'signed-in',
      summary: 'Season, climate, categories at high risk, and the predicted demand of every medicine',
      response: climateDemandSchema,
      handler: () => predictDemand(),
    }),
  ]
}
