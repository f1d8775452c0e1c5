import { transactionsSnapshotSchema } from '@mms/contracts'
import { type Feed, feedRoute, type Route, snapshotRoute } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { toCompleted } from '../transactions/rules.ts'
import { createHistoryStore } from './history-store.ts'

/** The services that keep a read model of the transactions, where no list of services says so. */
const READERS = ['alerts', 'analytics']

/** What other services read: what was completed, and all completed transactions. */
export function feedRoutes({ db, feed }: { db: Knex; feed: Feed }): Route[] {
  const history = createHistoryStore(db)
  return [
    feedRoute(feed, READERS),
    snapshotRoute({
      feed,
      callers: READERS,
      path: '/internal/transactions',
      rows: 'transactions',
      summary: 'All completed transactions',
      response: transactionsSnapshotSchema,
      key: [z.uuid()],
      start: [''],
      listAfter: async ([id], limit) => (await history.completedAfter(id, limit)).map(toCompleted),
      keyOf: ({ _id }) => [_id],
    }),
  ]
}
