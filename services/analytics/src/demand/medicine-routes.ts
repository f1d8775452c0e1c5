import { medicineDemandSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import type { FindMedicineDemand } from './medicine-service.ts'

const params = z.object({ medicineId: z.uuid() })

/** The demand of one medicine. */
export function medicineDemandRoutes(findDemand: FindMedicineDemand): Route[] {
  return [
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
