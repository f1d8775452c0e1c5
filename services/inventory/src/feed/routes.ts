import { medicinesSnapshotSchema, movementsSnapshotSchema, snapshotQuerySchema } from '@mms/contracts'
import { type Feed, feedRoute, type Route, route } from '@mms/service-kit'
import type { ReadLedger, ReadSnapshot } from './service.ts'

const SNAPSHOT_PAGE = 500
/** The services that keep a read model of medicines and stock, where no list of services says it. */
const READERS = ['sales', 'alerts', 'analytics']

/** What other services read: what changed, and everything there is. */
export function feedRoutes(feed: Feed, readSnapshot: ReadSnapshot, readLedger: ReadLedger): Route[] {
  return [
    feedRoute(feed, READERS),
    route({
      method: 'get',
      path: '/internal/medicines',
      access: 'service',
      callers: READERS,
      feedOf: feed.source,
      summary: 'All medicines, deleted ones too, in pages, and the event id from which the feed goes on',
      query: snapshotQuerySchema,
      response: medicinesSnapshotSchema,
      handler: ({ query: { limit = SNAPSHOT_PAGE, after } }) => readSnapshot(limit, after),
    }),
    route({
      method: 'get',
      path: '/internal/movements',
      access: 'service',
      callers: READERS,
      feedOf: feed.source,
      summary: 'The whole stock ledger, in pages, and the event id from which the feed goes on',
      query: snapshotQuerySchema,
      response: movementsSnapshotSchema,
      handler: ({ query: { limit = SNAPSHOT_PAGE, after } }) => readLedger(limit, after),
    }),
  ]
}
