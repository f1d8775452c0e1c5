import {
  atRiskQuerySchema,
  climateDemandQuerySchema,
  climateDemandSchema,
  demandOutlookSchema,
  medicineDemandSchema,
  stockAtRiskSchema,
} from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { FindMedicineDemand } from './medicine-service.ts'
import type { FindStockAtRisk } from './risk-service.ts'
import type { DemandService } from './service.ts'

const params = z.object({ medicineId: z.uuid() })

export function demandRoutes(
  { predictDemand, findOutlook }: DemandService,
  findDemand: FindMedicineDemand,
  findAtRisk: FindStockAtRisk,
): Route[] {
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
      handler: ({ query }) => findAtRisk(query.medicines),
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
  ]
}
