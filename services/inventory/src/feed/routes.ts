import { medicinesSnapshotSchema, movementsSnapshotSchema, type PublishedMedicine } from '@mms/contracts'
import { type Feed, feedRoute, type Route, snapshotRoute } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { createShelfStore } from '../stock/batch-store.ts'
import { createMovementStore } from '../stock/movement-store.ts'

const READERS = ['sales', 'alerts', 'analytics']

async function listStates(db: Knex, after: string, limit: number): Promise<PublishedMedicine[]> {
  const medicines = await createMedicineStore(db).listStates(after, limit)
  const shelves = await createShelfStore(db).load(
    medicines.map(({ _id }) => _id),
    'in stock',
  )
  return medicines.map((medicine) => ({ ...medicine, batches: shelves.get(medicine._id)?.published() ?? [] }))
}

export function feedRoutes({ db, feed }: { db: Knex; feed: Feed }): Route[] {
  return [
    feedRoute(feed, READERS),
    snapshotRoute({
      feed,
      callers: READERS,
      path: '/internal/medicines',
      rows: 'medicines',
      summary: 'All medicines, deleted ones too',
      response: medicinesSnapshotSchema,
      key: [z.uuid()],
      start: [''],
      listAfter: ([id], limit) => listStates(db, id, limit),
      keyOf: ({ _id }) => [_id],
    }),
    snapshotRoute({
      feed,
      callers: READERS,
      path: '/internal/movements',
      rows: 'movements',
      summary: 'The whole stock ledger, each medicine’s movements in order',
      response: movementsSnapshotSchema,
      key: [z.uuid(), z.int().min(1)],
      start: ['', 0],
      listAfter: ([medicineId, version], limit) =>
        createMovementStore(db).listAll(medicineId, version, limit),
      keyOf: ({ medicineId, version }) => [medicineId, version],
    }),
  ]
}
