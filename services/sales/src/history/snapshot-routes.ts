import { transactionsSnapshotSchema } from '@mms/contracts'
import { type Feed, feedRoute, type Route, snapshotRoute } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { toCompleted } from '../transactions/rules.ts'
import { createHistoryStore } from './history-store.ts'

/** Consumers that services.json does not list. */
const READERS = ['alerts', 'analytics']

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
