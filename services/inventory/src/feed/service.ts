import type { MedicinesSnapshot, MovementsSnapshot } from '@mms/contracts'
import { decodeCursor, encodeCursor, type Feed } from '@mms/service-kit'
import type { Knex } from 'knex'
import { z } from 'zod'
import { createMedicineStore } from '../medicines/store.ts'
import { createMovementStore } from '../stock/movement-store.ts'

const ledgerCursorSchema = z.tuple([z.string(), z.uuid(), z.int().min(1)])
const cursorSchema = z.tuple([z.string(), z.uuid()])

/**
 * A page of all medicines for a reader that rebuilds. The head of the feed is read before the first page
 * and carried through the cursor: every event up to it is in the snapshot, every later one in the feed.
 */
export function createSnapshot({ db, feed }: { db: Knex; feed: Feed }) {
  return async function readSnapshot(limit: number, after: string | undefined): Promise<MedicinesSnapshot> {
    const [lastEventId, lastId] = after ? decodeCursor(after, cursorSchema) : [await feed.head(), '']
    const medicines = await createMedicineStore(db).listStates(lastId, limit)
    const last = medicines.length === limit ? medicines.at(-1) : undefined
    return { lastEventId, medicines, next: last ? encodeCursor([lastEventId, last._id]) : null }
  }
}
export type ReadSnapshot = ReturnType<typeof createSnapshot>

/** A page of the whole ledger, in the same way: each medicine's movements in the order in which they were made. */
export function createLedgerSnapshot({ db, feed }: { db: Knex; feed: Feed }) {
  return async function readLedger(limit: number, after: string | undefined): Promise<MovementsSnapshot> {
    const [lastEventId, medicineId, version] = after
      ? decodeCursor(after, ledgerCursorSchema)
      : [await feed.head(), '', 0]
    const movements = await createMovementStore(db).listAll(medicineId, version, limit)
    const last = movements.length === limit ? movements.at(-1) : undefined
    const next = last ? encodeCursor([lastEventId, last.medicineId, last.version]) : null
    return { lastEventId, movements, next }
  }
}
export type ReadLedger = ReturnType<typeof createLedgerSnapshot>
