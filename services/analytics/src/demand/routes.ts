import {
  atRiskQuerySchema,
  climateDemandQuerySchema,
  climateDemandSchema,
  demandOutlookSchema,
  medicineDemandSchema,
  multiplierOf,
  SENSITIVITY_THRESHOLD,
  type StoreConditions,
  stockAtRiskSchema,
  storeConditionsSchema,
} from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { FigureSources } from '../options.ts'
import { createMedicineDemand, findAtRisk } from './medicine-service.ts'
import { expectedDemandOf } from './need.ts'
import { createDemandService } from './service.ts'

const params = z.object({ medicineId: z.uuid() })

export function demandRoutes(sources: FigureSources): Route[] {
  const { predictDemand, findOutlook } = createDemandService(sources)
  const findDemand = createMedicineDemand(sources)
  return [
    route({
      method: 'get',
      path: '/api/medicines/climate-demand',
      access: 'signed-in',
      summary: 'Season, climate, categories at high risk, and the predicted demand of every medicine',
      query: climateDemandQuerySchema,
      response: climateDemandSchema,
      handler: ({ query }) => predictDemand(query.recommended),
    }),
    route({
      method: 'get',
      path: '/api/reports/demand-outlook',
      access: 'signed-in',
      summary: 'What the multipliers make of each month, beside what was used in it and is forecast for it',
      response: demandOutlookSchema,
      handler: () => findOutlook(),
    }),
    route({
      method: 'get',
      path: '/api/demand/at-risk',
      access: 'signed-in',
      summary: 'Units of these medicines that will probably expire before they are sold, by date',
      query: atRiskQuerySchema,
      response: z.array(stockAtRiskSchema),
      handler: ({ query }) => findAtRisk(sources, query.medicines),
    }),
    route({
      method: 'get',
      path: '/api/demand/:medicineId',
      access: 'signed-in',
      summary:
        'The demand of a medicine: history, forecast with limits, consumption, stock at risk, order; with inputs',
      params,
      response: medicineDemandSchema,
      handler: (request) => findDemand(request.params.medicineId),
    }),
    route({
      method: 'get',
      path: '/internal/conditions',
      access: 'service',
      callers: ['alerts'],
      summary: 'Season and climate of today, and the demand expected of medicines that they raise',
      response: storeConditionsSchema,
      handler: () => storeConditions(sources),
    }),
  ]
}

async function storeConditions({ db, findConditions }: FigureSources): Promise<StoreConditions> {
  const { date, season, climate } = await findConditions()
  const [medicines, forecasts] = await Promise.all([
    createMedicineStore(db).list(),
    createForecastStore(db).list(),
  ])
  const expected = medicines.flatMap(({ id, deleted, factors }) => {
    const isRaised = !deleted && multiplierOf(factors, season, climate).value > SENSITIVITY_THRESHOLD
    const demand = isRaised && expectedDemandOf(forecasts.get(id))
    return demand ? [{ medicineId: id, units: demand.units, days: demand.days }] : []
  })
  return { date, season, climate, expected }
}
