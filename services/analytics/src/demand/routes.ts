import { climateDemandSchema, demandOutlookSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { DemandService } from './service.ts'

/** What the season and the climate do to demand. */
export function demandRoutes({ predictDemand, findOutlook }: DemandService): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/medicines/climate-demand',
      access: 'signed-in',
      summary: 'Season, climate, categories at high risk, and the predicted demand of every medicine',
      response: climateDemandSchema,
      handler: () => predictDemand(),
    }),
    route({
      method: 'get',
      path: '/api/reports/demand-outlook',
      access: 'signed-in',
      summary: 'The mean predicted multiplier of each month, beside what was used in it',
      response: demandOutlookSchema,
      handler: () => findOutlook(),
    }),
  ]
}
