import { returnableSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { TRANSACTIONS_PATH } from '../transactions/replies.ts'
import type { ReturnService } from './service.ts'

export function returnRoutes(returns: ReturnService): Route[] {
  return [
    route({
      method: 'get',
      path: `${TRANSACTIONS_PATH}/returnable/:medicineId`,
      access: 'signed-in',
      summary: 'Units of a medicine that were sold without a bill in the last 90 days and not returned',
      params: z.object({ medicineId: z.uuid().toLowerCase() }),
      response: returnableSchema,
      handler: async ({ params }) => ({ units: await returns.returnableUnits(params.medicineId) }),
    }),
  ]
}
