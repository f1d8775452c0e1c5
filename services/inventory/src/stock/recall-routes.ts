import {
  batchFlowSchema,
  batchMovementSchema,
  discountBatchesSchema,
  findBatchesQuerySchema,
  holdBatchesSchema,
  MAX_PAGE_SIZE,
  namedStockBatchSchema,
  pageQuerySchema,
  recallSchema,
} from '@mms/contracts'
import { decodeCursor, pageReply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { type HoldAction, withoutHiddenPrices } from './batch-rules.ts'
import type { BatchRecallService } from './recall-service.ts'

const BATCHES = '/api/medicines/batches'
const batchParams = z.object({ batchId: z.uuid().toLowerCase() })
const movementsQuery = z.strictObject(pageQuerySchema.shape)

/** Any user may put faulty stock on hold. */
const holdRoute = (batches: BatchRecallService, action: HoldAction, summary: string): Route =>
  route({
    method: 'post',
    path: `${BATCHES}/${action}`,
    ...(action === 'release' ? { access: 'admin', recentProof: true } : { access: 'signed-in' }),
    summary,
    body: holdBatchesSchema,
    response: z.array(namedStockBatchSchema),
    handler: async ({ body, actor, caller }) => {
      const held = await batches.hold(action, body, actor)
      return held.map((batch) => withoutHiddenPrices(caller, batch))
    },
  })

const recallsRoute = (batches: BatchRecallService): Route =>
  route({
    method: 'get',
    path: `${BATCHES}/recalls`,
    access: 'signed-in',
    summary: 'The newest 500 recalls in force, whether there is a batch of them or not',
    response: z.array(recallSchema),
    handler: () => batches.listRecalls(),
  })

/** Register before `/api/medicines/:id`, which would match these paths, too. */
export function batchRecallRoutes(batches: BatchRecallService): Route[] {
  return [
    route({
      method: 'get',
      path: BATCHES,
      access: 'signed-in',
      summary: 'Batches with a number, of one maker or any: what came in, went out and is left, for a recall',
      query: findBatchesQuerySchema,
      response: z.array(batchFlowSchema),
      handler: async ({ query, caller }) => {
        const found = await batches.trace(query.number, query.manufacturer)
        return found.map((batch) => withoutHiddenPrices(caller, batch))
      },
    }),
    route({
      method: 'get',
      path: `${BATCHES}/held`,
      access: 'signed-in',
      summary: 'The newest 500 quarantined or recalled batches, sold out or not',
      response: z.array(namedStockBatchSchema),
      handler: async ({ caller }) =>
        (await batches.listHeld()).map((batch) => withoutHiddenPrices(caller, batch)),
    }),
    recallsRoute(batches),
    route({
      method: 'post',
      path: `${BATCHES}/discount`,
      access: 'signed-in',
      summary: 'Discount batches by so many per cent of their price, all or none',
      body: discountBatchesSchema,
      response: z.array(namedStockBatchSchema),
      handler: async ({ body, actor, caller }) => {
        const discounted = await batches.discount(body, actor)
        return discounted.map((batch) => withoutHiddenPrices(caller, batch))
      },
    }),
    holdRoute(batches, 'quarantine', 'Hold batches: they are sold on no path until they are released'),
    holdRoute(batches, 'recall', 'Recall batches, by id or all of a maker with a number'),
    holdRoute(batches, 'release', 'Release held batches'),
    route({
      method: 'get',
      path: `${BATCHES}/:batchId`,
      access: 'signed-in',
      summary: 'One batch with what came in, went out and is left',
      params: batchParams,
      response: batchFlowSchema,
      handler: async ({ params, caller }) =>
        withoutHiddenPrices(caller, await batches.traceOne(params.batchId)),
    }),
    route({
      method: 'get',
      path: `${BATCHES}/:batchId/movements`,
      access: 'signed-in',
      summary:
        'Movements of a batch, newest first, in pages (Link); that of a command has the id of its transaction',
      params: batchParams,
      query: movementsQuery,
      response: z.array(batchMovementSchema),
      async handler({ params: { batchId }, query: { after, limit = MAX_PAGE_SIZE } }) {
        const before = after === undefined ? undefined : decodeCursor(after, z.tuple([z.int().min(1)]))[0]
        return pageReply(await batches.listMovements(batchId, limit + 1, before), {
          path: `${BATCHES}/${batchId}/movements`,
          query: { limit },
          limit,
          cursorOf: ({ version }) => [version],
        })
      },
    }),
  ]
}
