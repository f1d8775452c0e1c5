import { feedQuerySchema, pageQuerySchema, transactionsSnapshotSchema } from '@mms/contracts'
import { decodeCursor, encodeCursor, type Feed, type Route, route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { toCompleted } from '../transactions/rules.ts'
import { createHistoryStore } from './history-store.ts'

const PAGE = 500
/** The services that keep a read model of the transactions, where no list of services says it. */
export const READERS = ['alerts', 'analytics']
const snapshotQuery = z.strictObject({
  limit: feedQuerySchema.shape.limit,
  after: pageQuerySchema.shape.after,
})
const cursorSchema = z.tuple([z.string(), z.uuid()])

/**
 * All completed transactions in pages, for a reader that rebuilds. The head of the feed is read before the
 * first page and carried through the cursor: every event up to it is in the snapshot, every later one in
 * the feed, and some are in both.
 */
export function snapshotRoute({ db, feed }: { db: Knex; feed: Feed }): Route {
  const history = createHistoryStore(db)
  return route({
    method: 'get',
    path: '/internal/transactions',
    access: 'service',
    callers: READERS,
    feedOf: feed.source,
    summary: 'All completed transactions, in pages, and the event id from which the feed goes on',
    query: snapshotQuery,
    response: transactionsSnapshotSchema,
    handler: async ({ query: { limit = PAGE, after } }) => {
      const [lastEventId, lastId] = after ? decodeCursor(after, cursorSchema) : [await feed.head(), '']
      const page = await history.completedAfter(lastId, limit)
      const last = page.length === limit ? page.at(-1) : undefined
      return {
        lastEventId,
        transactions: page.map(toCompleted),
        next: last ? encodeCursor([lastEventId, last.id]) : null,
      }
    },
  })
}
