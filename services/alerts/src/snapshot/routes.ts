import { alertsSnapshotSchema, feedQuerySchema, pageQuerySchema } from '@mms/contracts'
import { decodeCursor, encodeCursor, type Feed, feedRoute, type Route, route } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createListStore } from '../alerts/list-store.ts'
import { toAlert } from '../alerts/row.ts'
import type { FindNames } from '../alerts/writer.ts'

const PAGE = 500
/** Who keeps a read model of the alerts, where no list of services says it. */
const READERS = ['analytics']
const snapshotQuery = z.strictObject({
  limit: feedQuerySchema.shape.limit,
  after: pageQuerySchema.shape.after,
})
const cursorSchema = z.tuple([z.string(), z.uuid()])

export interface SnapshotOptions {
  db: Knex
  feed: Feed
  findNames: FindNames
}

/**
 * The feed, and all alerts in pages for a reader that rebuilds. The head of the feed is read before the first page and
 * carried through the cursor: every event up to it is in the snapshot, every later one in the feed, and some are in both.
 */
export function snapshotRoutes({ db, feed, findNames }: SnapshotOptions): Route[] {
  const store = createListStore(db)
  const snapshot = route({
    method: 'get',
    path: '/internal/alerts',
    access: 'service',
    callers: READERS,
    feedOf: feed.source,
    summary: 'All alerts, in pages, and the event id from which the feed goes on',
    query: snapshotQuery,
    response: alertsSnapshotSchema,
    handler: async ({ query: { limit = PAGE, after } }) => {
      const [lastEventId, lastId] = after ? decodeCursor(after, cursorSchema) : [await feed.head(), '']
      const page = await store.listAfter(lastId, limit)
      const names = await findNames(page.map(({ medicineId }) => medicineId))
      const last = page.length === limit ? page.at(-1) : undefined
      return {
        lastEventId,
        alerts: page.map((record) => toAlert(record, names.get(record.medicineId))),
        next: last ? encodeCursor([lastEventId, last.id]) : null,
      }
    },
  })
  return [feedRoute(feed, READERS), snapshot]
}
