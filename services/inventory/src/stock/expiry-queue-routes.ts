import {
  ANY_EXPIRY,
  expiryQueueQuerySchema,
  expiryQueueSummarySchema,
  MAX_PAGE_SIZE,
  namedStockBatchSchema,
} from '@mms/contracts'
import { decodeCursor, pageReply, type Route, route } from '@mms/service-kit'
import { z } from 'zod'
import { withoutHiddenPrices } from './batch-rules.ts'
import type { BatchQueueService } from './expiry-queue-service.ts'
import { FIRST_POSITION } from './expiry-queue-store.ts'

const PATH = '/api/medicines/batches/expiring'
const summaryQuery = expiryQueueQuerySchema.pick({ until: true, status: true })

export function batchQueueRoutes(batches: BatchQueueService): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      access: 'signed-in',
      summary:
        'The expiry queue: batches in stock by their date, in pages (Link); until 9999-12-31 also those without one, last',
      query: expiryQueueQuerySchema,
      response: z.array(namedStockBatchSchema),
      async handler({ query: { until, status, after, limit = MAX_PAGE_SIZE }, caller }) {
        const from =
          after === undefined ? FIRST_POSITION : decodeCursor(after, z.tuple([z.iso.date(), z.uuid()]))
        const found = await batches.listExpiring({ until, status, after: from, limit: limit + 1 })
        return pageReply(
          found.map((batch) => withoutHiddenPrices(caller, batch)),
          {
            path: PATH,
            query: { until, status, limit },
            limit,
            cursorOf: ({ expiryDate, _id }) => [expiryDate ?? ANY_EXPIRY, _id],
          },
        )
      },
    }),
    route({
      method: 'get',
      path: `${PATH}/summary`,
      access: 'signed-in',
      summary: 'Units and rupees of the expiry queue',
      query: summaryQuery,
      response: expiryQueueSummarySchema,
      handler: ({ query }) => batches.sumExpiring({ until: query.until, status: query.status }),
    }),
  ]
}
