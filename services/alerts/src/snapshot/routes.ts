import { alertsSnapshotSchema } from '@mms/contracts'
import { type Feed, feedRoute, type Route, snapshotRoute } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { toAlert } from '../alerts/row.ts'
import { createListStore } from '../alerts/store.ts'
import { createMedicineStore } from '../medicines/store.ts'

/** Services that may read without a service list (services.json). */
const READERS = ['analytics']

export function snapshotRoutes({ db, feed }: { db: Knex; feed: Feed }): Route[] {
  const store = createListStore(db)
  return [
    feedRoute(feed, READERS),
    snapshotRoute({
      feed,
      callers: READERS,
      path: '/internal/alerts',
      rows: 'alerts',
      summary: 'All alerts',
      response: alertsSnapshotSchema,
      key: [z.uuid()],
      start: [''],
      async listAfter([id], limit) {
        const page = await store.listAfter(id, limit)
        const names = await createMedicineStore(db).findNames(page.map(({ medicineId }) => medicineId))
        return page.map((record) => toAlert(record, names.get(record.medicineId)))
      },
      keyOf: ({ _id }) => [_id],
    }),
  ]
}
