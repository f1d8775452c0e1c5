import {
  ANY_EXPIRY,
  batchFlowSchema,
  batchMovementSchema,
  batchSchema,
  discountBatchesSchema,
  expiryQueueQuerySchema,
  expiryQueueSummarySchema,
  findBatchesQuerySchema,
  holdBatchesSchema,
  listBatchesQuerySchema,
  MAX_PAGE_SIZE,
  namedStockBatchSchema,
  pageQuerySchema,
  recallSchema,
  type Batch as ShownBatch,
  updateBatchSchema,
} from '@mms/contracts'
import { decodeCursor, etagOf, pageReply, problem, Reply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { idParams } from '../medicines/routes.ts'
import type { HoldAction } from './batch-rules.ts'
import type { BatchService } from './batch-service.ts'
import type { BatchQueueService } from './expiry-queue-service.ts'
import { FIRST_POSITION } from './expiry-queue-store.ts'
import type { BatchRecallService } from './recall-service.ts'

const BATCHES = '/api/medicines/batches'
const OF_MEDICINE = '/api/medicines/:id/batches'
const EXPIRING = `${BATCHES}/expiring`
const batchId = z.uuid().toLowerCase()

interface Viewer {
  role?: string | undefined
}

/** Staff may not see cost prices. */
function shownTo<B extends ShownBatch>({ role }: Viewer, batch: B): B {
  return role === 'admin' ? batch : { ...batch, costPrice: undefined, packCost: undefined }
}

const allShownTo = async <B extends ShownBatch>(viewer: Viewer, found: Promise<B[]>): Promise<B[]> =>
  (await found).map((batch) => shownTo(viewer, batch))

export function batchRoutes(batches: BatchService): Route[] {
  return [
    route({
      method: 'get',
      path: OF_MEDICINE,
      access: 'signed-in',
      summary: 'The batches in stock of a medicine, first to expire first; with empty=true all',
      params: idParams,
      query: listBatchesQuerySchema,
      response: z.array(batchSchema),
      handler: ({ params, query, caller }) =>
        allShownTo(caller, batches.list(params.id, query.empty === 'true')),
    }),
    route({
      method: 'put',
      path: `${OF_MEDICINE}/:batchId`,
      access: 'signed-in',
      summary: 'Correct a batch; with If-Match only if nobody changed it since (else 412)',
      params: idParams.extend({ batchId }),
      headers: ['If-Match'],
      body: updateBatchSchema,
      response: batchSchema,
      handler: async ({ params, body, headers, caller, actor }) => {
        const isAdmin = caller.role === 'admin'
        if (!isAdmin && (body.costPrice !== undefined || body.packCost !== undefined))
          throw problem.forbidden('inventory.cost_price', 'Only administrators can set the cost price')
        const batch = await batches.update(params, body, headers['if-match'], { actor, isAdmin })
        return new Reply(shownTo(caller, batch), { headers: { ETag: etagOf(batch.version) } })
      },
    }),
  ]
}

export function batchQueueRoutes(batches: BatchQueueService): Route[] {
  return [
    route({
      method: 'get',
      path: EXPIRING,
      access: 'signed-in',
      summary:
        'The expiry queue: batches in stock by their date, in pages (Link); until 9999-12-31 also those without one, last',
      query: expiryQueueQuerySchema,
      response: z.array(namedStockBatchSchema),
      async handler({ query: { after, limit = MAX_PAGE_SIZE, ...query }, caller }) {
        const from =
          after === undefined ? FIRST_POSITION : decodeCursor(after, z.tuple([z.iso.date(), z.uuid()]))
        const found = batches.listExpiring(query, from, limit + 1)
        return pageReply(await allShownTo(caller, found), {
          path: EXPIRING,
          query: { ...query, limit },
          limit,
          cursorOf: ({ expiryDate, _id }) => [expiryDate ?? ANY_EXPIRY, _id],
        })
      },
    }),
    route({
      method: 'get',
      path: `${EXPIRING}/summary`,
      access: 'signed-in',
      summary: 'Units and rupees of the expiry queue',
      query: expiryQueueQuerySchema.pick({ until: true, status: true }),
      response: expiryQueueSummarySchema,
      handler: ({ query }) => batches.sumExpiring(query),
    }),
  ]
}

/** Any user may put faulty stock on hold. */
const holdRoute = (batches: BatchRecallService, action: HoldAction, summary: string): Route =>
  route({
    method: 'post',
    path: `${BATCHES}/${action}`,
    ...(action === 'release' ? { access: 'admin', recentProof: true } : { access: 'signed-in' }),
    summary,
    body: holdBatchesSchema,
    response: z.array(namedStockBatchSchema),
    handler: ({ body, actor, caller }) => allShownTo(caller, batches.hold(action, body, actor)),
  })

const traceRoutes = (batches: BatchRecallService): Route[] => [
  route({
    method: 'get',
    path: `${BATCHES}/:batchId`,
    access: 'signed-in',
    summary: 'One batch with what came in, went out and is left',
    params: z.object({ batchId }),
    response: batchFlowSchema,
    handler: async ({ params, caller }) => shownTo(caller, await batches.traceOne(params.batchId)),
  }),
  route({
    method: 'get',
    path: `${BATCHES}/:batchId/movements`,
    access: 'signed-in',
    summary:
      'Movements of a batch, newest first, in pages (Link); that of a command has the id of its transaction',
    params: z.object({ batchId }),
    query: z.strictObject(pageQuerySchema.shape),
    response: z.array(batchMovementSchema),
    async handler({ params: { batchId: id }, query: { after, limit = MAX_PAGE_SIZE } }) {
      const before = after === undefined ? undefined : decodeCursor(after, z.tuple([z.int().min(1)]))[0]
      return pageReply(await batches.listMovements(id, limit + 1, before), {
        path: `${BATCHES}/${id}/movements`,
        query: { limit },
        limit,
        cursorOf: ({ version }) => [version],
      })
    },
  }),
]

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
      handler: ({ query, caller }) => allShownTo(caller, batches.trace(query.number, query.manufacturer)),
    }),
    route({
      method: 'get',
      path: `${BATCHES}/held`,
      access: 'signed-in',
      summary: 'The newest 500 quarantined or recalled batches, sold out or not',
      response: z.array(namedStockBatchSchema),
      handler: ({ caller }) => allShownTo(caller, batches.listHeld()),
    }),
    route({
      method: 'get',
      path: `${BATCHES}/recalls`,
      access: 'signed-in',
      summary: 'The newest 500 recalls in force, whether there is a batch of them or not',
      response: z.array(recallSchema),
      handler: () => batches.listRecalls(),
    }),
    route({
      method: 'post',
      path: `${BATCHES}/discount`,
      access: 'signed-in',
      summary: 'Discount batches by so many per cent of their price, all or none',
      body: discountBatchesSchema,
      response: z.array(namedStockBatchSchema),
      handler: ({ body, actor, caller }) => allShownTo(caller, batches.discount(body, actor)),
    }),
    holdRoute(batches, 'quarantine', 'Hold batches: they are sold on no path until they are released'),
    holdRoute(batches, 'recall', 'Recall batches, by id or all of a maker with a number'),
    holdRoute(batches, 'release', 'Release held batches'),
    ...traceRoutes(batches),
  ]
}
