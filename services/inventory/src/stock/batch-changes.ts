import type { MedicineState, StockCommand, StockOutcome } from '@mms/contracts'
import {
  type Actor,
  type AuditChange,
  appendEvents,
  inTransaction,
  recordChanges,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createCatalogueStore } from '../catalogue/store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import type { Batch, BatchShare } from './batch.ts'
import { type BatchDetails, createBatchPageStore } from './batch-page-store.ts'
import { assertWritten, createBatchStore, createShelfStore } from './batch-store.ts'
import { createCommandStore } from './command-store.ts'
import { eventsOf } from './events.ts'
import { createBatchMovementStore } from './movement-store.ts'
import { createRecallStore, type RecalledBatch } from './recall-store.ts'
import type { Shelf } from './shelf.ts'

export interface BatchChange {
  after: Batch
  details?: BatchDetails
  action: string
  audit: Pick<AuditChange, 'before' | 'after'>
}

export interface LockedStock {
  medicines: Map<string, MedicineState>
  shelves: Map<string, Shelf>
}

async function writeMedicines(trx: Knex.Transaction, { medicines, shelves }: LockedStock, at: Date) {
  const after = [...medicines.values()].map((medicine) => ({
    ...medicine,
    version: medicine.version + 1,
    updatedAt: at.toISOString(),
    expiryDate: shelves.get(medicine._id)?.expiryDate() ?? null,
  }))
  const store = createMedicineStore(trx)
  for (const medicine of after) {
    assertWritten(await store.update(medicines.get(medicine._id) as MedicineState, medicine))
  }
  return after
}

async function writeChanges(
  trx: Knex.Transaction,
  locked: LockedStock,
  changes: BatchChange[],
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  if (changes.length === 0) return
  const ids = new Set(changes.map(({ after }) => after.medicineId))
  const touched: LockedStock = {
    medicines: new Map([...locked.medicines].filter(([id]) => ids.has(id))),
    shelves: new Map([...locked.shelves].filter(([id]) => ids.has(id))),
  }
  for (const { after } of changes) touched.shelves.get(after.medicineId)?.set(after, {})
  const recalls = createRecallStore(trx)
  const recalled: RecalledBatch[] = []
  // A batch whose corrected number is under recall is held at once.
  for (const { after, audit } of changes) {
    const [medicine, shelf] = [touched.medicines.get(after.medicineId), touched.shelves.get(after.medicineId)]
    if (audit.after && 'number' in audit.after && medicine && shelf)
      recalled.push(...(await recalls.hold(medicine, shelf, ({ _id }) => _id === after._id)))
  }
  assertWritten(await createBatchStore(trx).save(touched.shelves.values()))
  const details = createBatchPageStore(trx)
  for (const change of changes) if (change.details) await details.write(change.after._id, change.details)
  const medicines = await writeMedicines(trx, touched, at)
  await recordChanges(
    trx,
    changes.map(({ after, action, audit }) => ({
      actor,
      action,
      subject: after.medicineId,
      at: at.toISOString(),
      ...audit,
    })),
  )
  await recalls.writeHeld(recalled, at)
  // Last, because other writers wait for the catalogue's revision.
  await appendEvents(trx, eventsOf(touched.shelves, [], medicines))
  await createCatalogueStore(trx).moveRevision()
}

/**
 * Marks the emptied batches that a movement opened, and that no movement but `undoneId` has moved for good. A batch whose
 * date was typed keeps it.
 */
export async function markUndone(
  trx: Knex.Transaction,
  shelf: Shelf,
  shares: BatchShare[],
  undoneId: string,
): Promise<void> {
  for (const { batchId } of shares) {
    const batch = shelf.find(batchId)
    if (batch?.stock !== 0) continue
    // A movement gives its id to the batch that it opens.
    const opening = (await createCommandStore(trx).find(batchId))?.outcome as StockOutcome | undefined
    const lines = opening?.outcome === 'applied' ? opening.lines : []
    const opened = lines.find((line) => line.batchId === batchId)
    if (!opened || (batch.number === null && batch.expiryDate !== opened.expiryDate)) continue
    if (!(await createBatchMovementStore(trx).isOnlyMovement(batchId, undoneId))) continue
    shelf.set(batch, { isUndone: true })
  }
}

/** Ends the discount of a stored batch that a delivery prices, or that starts over after an undo. */
export async function endDiscounts(
  trx: Knex.Transaction,
  { id, command: { type, batch: named } }: { id: string; command: StockCommand },
  shelf: Shelf,
  shares: BatchShare[],
): Promise<void> {
  if (named?.number === undefined || named._id !== undefined) return
  const isPriced = type === 'purchase' && named.unitPrice !== undefined
  for (const { batchId } of shares) {
    if (batchId === id || !(isPriced || shelf.find(batchId)?.isUndone)) continue
    await createBatchPageStore(trx).write(batchId, { discounted: null })
  }
}

/** Locks the medicines, then writes the changes that `changesOf` makes of their batches. */
export const createBatchChanger =
  ({ db, clock }: { db: Knex; clock: StoreClock }) =>
  (
    medicineIds: string[],
    actor: Actor,
    changesOf: (trx: Knex.Transaction, locked: LockedStock, at: Date) => Promise<BatchChange[]>,
  ): Promise<void> =>
    inTransaction(db, async (trx) => {
      const locked = await createShelfStore(trx).lock(medicineIds, 'all')
      const at = clock.now()
      await writeChanges(trx, locked, await changesOf(trx, locked, at), { actor, at })
    })
