import { batchSchema, listBatchesQuerySchema, updateBatchSchema } from '@mms/contracts'
import { etagOf, problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams } from '../medicines/routes.ts'
import { withoutHiddenPrices } from './batch-rules.ts'
import type { BatchService } from './batch-service.ts'

const PATH = '/api/medicines'
const ownParams = z.object({ ...idParams.shape, batchId: z.uuid().toLowerCase() })

export function batchRoutes(batches: BatchService): Route[] {
  return [
    route({
      method: 'get',
      path: `${PATH}/:id/batches`,
      access: 'signed-in',
      summary: 'The batches in stock of a medicine, first to expire first; with empty=true all',
      params: idParams,
      query: listBatchesQuerySchema,
      response: z.array(batchSchema),
      handler: async ({ params, query, caller }) => {
        const found = await batches.list(params.id, query.empty === 'true')
        return found.map((batch) => withoutHiddenPrices(caller, batch))
      },
    }),
    route({
      method: 'put',
      path: `${PATH}/:id/batches/:batchId`,
      access: 'signed-in',
      summary: 'Correct a batch; with If-Match only if nobody changed it since (else 412)',
      params: ownParams,
      headers: ['If-Match'],
      body: updateBatchSchema,
      response: batchSchema,
      handler: async ({ params: { id, batchId }, body, headers, caller, actor }) => {
        const isCosted = body.costPrice !== undefined || body.packCost !== undefined
        if (isCosted && caller.role !== 'admin')
          throw problem.forbidden('inventory.cost_price', 'Only administrators can set the cost price')
        const ids = { medicineId: id, batchId }
        const batch = await batches.update(ids, body, headers['if-match'], {
          actor,
          isAdmin: caller.role === 'admin',
        })
        return new Reply(withoutHiddenPrices(caller, batch), { headers: { ETag: etagOf(batch.version) } })
      },
    }),
  ]
}
