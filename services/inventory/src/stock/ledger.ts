import {
  type BatchLine,
  isLowStock,
  type MedicineState,
  type Movement,
  type StockBatch,
} from '@mms/contracts'
import { type Actor, appendEvents, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCatalogueStore } from '../catalogue/store.ts'
import { recordAdded, recordChanged } from '../medicines/audit-changes.ts'
import type { Given } from '../medicines/rules.ts'
import { createMedicineStore, stockUpdate } from '../medicines/store.ts'
import { aboveMrpOf } from '../shelves/choice.ts'
import { batchBelowPrice, fieldOfSeveral, type Line, takeAny } from '../shelves/rules.ts'
import { createShelf, type Shelf } from '../shelves/shelf.ts'
import { createShelfStore } from '../shelves/shelf-store.ts'
import { createBatchStore } from '../shelves/store.ts'
import { createMovementStore } from './movement-store.ts'
import { eventsOf, medicineEvent, movementEvent } from './published.ts'
import { changesByDelivery, changesByForm, valueFields } from './value-rules.ts'
import { createValueStore } from './value-store.ts'

/** Why a stock changed; the ledger adds by how much. */
export type Reason = Pick<Movement, '_id' | 'type' | 'reverses' | 'actorId'>

interface Change {
  before: MedicineState
  after: MedicineState
}

/** A medicine before and after a movement, and why it moved. */
export interface Move extends Change {
  reason: Reason
  /** What a delivery gives besides the stock. */
  given: Given
  lines: BatchLine[]
  /** It goes back to its supplier. */
  toSupplier: boolean
  /** What is in stock after it. */
  batches: StockBatch[]
}

/** What all its moves together change of each medicine. */
function netChanges(moves: Move[]): Change[] {
  const byId = new Map<string, Change>()
  for (const { before, after } of moves) {
    byId.set(after._id, { before: byId.get(after._id)?.before ?? before, after })
  }
  return [...byId.values()]
}

/** What else moves a date only empties the batch that had it. */
const isDelivery = ({ reason }: Move): boolean => reason.type === 'purchase'

/** Whether more than the stock differs. */
const changesMore = ({ before, after }: Change): boolean =>
  valueFields.some((field) => before[field] !== after[field])

const byHand = (type: Reason['type'], actorId: string): Reason => ({
  _id: v7(),
  type,
  reverses: null,
  actorId,
})

const movementOf = (medicine: MedicineState, change: number, reason: Reason): Movement => ({
  ...reason,
  medicineId: medicine._id,
  version: medicine.stockVersion,
  change,
  balanceAfter: medicine.currentStock,
  createdAt: medicine.updatedAt,
})

const movementOfMove = ({ before, after, reason }: Move): Movement =>
  movementOf(after, after.currentStock - before.currentStock, reason)

const eventsOfMove = (move: Move) => [
  movementEvent({ ...movementOfMove(move), ...(move.toSupplier && { toSupplier: true }) }, move.lines),
  medicineEvent(move.after, move.batches),
]

function assertWritten(written: boolean): void {
  // Not reached while the row is locked: it guards the stock against a caller that forgot to.
  if (!written) throw problem.unavailable('inventory.busy', 'Somebody else was faster; please try again')
}

const severalBatches = (name: string, field: string) =>
  problem.conflict(
    'inventory.several_batches',
    `${name} has several batches in stock. Nothing was saved; please change stock and expiry dates on the medicine’s page, batch by batch`,
    { errors: { [field]: 'is that of several batches' } },
  )

function assertBelowMrps(shelf: Shelf, { name, unitPrice }: MedicineState): void {
  const below = batchBelowPrice(shelf.list(), unitPrice)
  if (!below) return
  throw problem.badRequest('inventory.batch_mrp', aboveMrpOf(name, below), {
    errors: { unitPrice: `is above the MRP of batch ${below.number ?? 'without a number'}` },
  })
}

/** What the form says of stock and date is of the batch in stock; it cannot say of which where there are several. */
function editShelf(shelf: Shelf | undefined, { before, after }: Change, adjustments: Movement[]): void {
  const isStock = after.currentStock !== before.currentStock
  const isDate = after.expiryDate !== before.expiryDate
  if (shelf && after.unitPrice !== before.unitPrice) assertBelowMrps(shelf, after)
  if (!shelf || !(isStock || isDate)) return
  const field = fieldOfSeveral(shelf.list(), before, after)
  if (field) throw severalBatches(before.name, field)
  const batch = shelf.list().find(({ stock }) => stock > 0) ?? shelf.find(after._id)
  if (!batch) return
  if (isDate) shelf.set(batch, { expiryDate: after.expiryDate })
  const adjustment = adjustments.find(({ medicineId }) => medicineId === after._id)
  if (!adjustment) return
  const { _id, change } = adjustment
  const shares = change > 0 ? [{ batchId: batch._id, effect: change }] : takeAny(shelf.list(), -change)
  shelf.move(_id, shares ?? [])
}

/** New medicines have one batch, without a number. */
function openShelves(opened: MedicineState[], openings: Movement[]): Map<string, Shelf> {
  const shelves = new Map(opened.map((medicine) => [medicine._id, createShelf(medicine, [])]))
  for (const { _id, medicineId, change } of openings) {
    shelves.get(medicineId)?.move(_id, [{ batchId: medicineId, effect: change }])
  }
  return shelves
}

const linesOf = (shelves: Iterable<Shelf>): Line[] => [...shelves].flatMap((shelf) => shelf.changes().lines)

const shelvesOf = (changes: Change[], shelves: ReadonlyMap<string, Shelf>): Shelf[] =>
  changes.flatMap(({ after }) => shelves.get(after._id) ?? [])

/** Writes medicines and their batches after moves: together where only stock differs. */
async function writeStocks(trx: Knex.Transaction, changes: Change[], shelves: ReadonlyMap<string, Shelf>) {
  const [medicines, batches] = [createMedicineStore(trx), createBatchStore(trx)]
  const deliveries = changes.filter(changesMore)
  for (const { before, after } of deliveries) assertWritten(await medicines.update(before, after))
  assertWritten(await batches.save(shelvesOf(deliveries, shelves)))
  const others = changes.filter((change) => !changesMore(change))
  if (others.length === 0) return
  assertWritten(await batches.saveWith(stockUpdate(trx, others), shelvesOf(others, shelves)))
}

/** The one way to change a medicine: row, movement, revision and events in one transaction, so that stock = sum of movements. */
export function createLedger(trx: Knex.Transaction) {
  const medicines = createMedicineStore(trx)
  const movements = createMovementStore(trx)
  const catalogue = createCatalogueStore(trx)
  const values = createValueStore(trx)
  const batches = createBatchStore(trx)

  return {
    /** Adds new medicines; the stock they begin with is their opening movement. */
    async open(opened: MedicineState[], actor: Actor): Promise<void> {
      const openings = opened
        .filter((medicine) => medicine.stockVersion === 1)
        .map((medicine) => movementOf(medicine, medicine.currentStock, byHand('opening', actor.id)))
      await medicines.insert(opened)
      const shelves = openShelves(opened, openings)
      await batches.save(shelves.values())
      await movements.insert(openings, linesOf(shelves.values()))
      await appendEvents(trx, eventsOf(shelves, openings, opened))
      await recordAdded(trx, opened, actor)
      await catalogue.moveRevision()
    },
    /** Writes what the form changed, or a deletion. Another stock than before is an adjustment. */
    edit(before: MedicineState, after: MedicineState, actor: Actor): Promise<void> {
      return this.editAll([{ before, after }], actor)
    },
    /** The same of several medicines. */
    async editAll(changes: Change[], actor: Actor): Promise<void> {
      if (changes.length === 0) return
      const adjustments = changes.flatMap(({ before, after }) => {
        const change = after.currentStock - before.currentStock
        return change === 0 ? [] : [movementOf(after, change, byHand('adjustment', actor.id))]
      })
      const shelves = await createShelfStore(trx).load(changes.map(({ before }) => before))
      for (const change of changes) editShelf(shelves.get(change.after._id), change, adjustments)
      for (const { before, after } of changes) assertWritten(await medicines.update(before, after))
      assertWritten(await batches.save(shelves.values()))
      await movements.insert(adjustments, linesOf(shelves.values()))
      await values.insert(changes.flatMap(({ before, after }) => changesByForm(before, after, actor)))
      await recordChanged(trx, changes, () => actor)
      const edited = changes.map(({ after }) => after)
      await appendEvents(trx, eventsOf(shelves, adjustments, edited))
      await catalogue.moveRevision()
    },
    /** Moves stock, and what a delivery changes with it; several moves of a medicine follow on one another. */
    async move(moves: Move[], shelves: ReadonlyMap<string, Shelf>): Promise<void> {
      if (moves.length === 0) return
      const changes = netChanges(moves)
      const deliveries = changes.filter(changesMore)
      await writeStocks(trx, changes, shelves)
      await movements.insert(moves.map(movementOfMove), linesOf(shelvesOf(changes, shelves)))
      const sentBack = moves.flatMap(({ toSupplier, reason }) => (toSupplier ? [reason._id] : []))
      if (sentBack.length > 0) await movements.insertSupplierReturns(sentBack)
      await values.insert(
        moves.flatMap(({ before, after, reason, given }) => changesByDelivery(before, after, reason, given)),
      )
      if (deliveries.length > 0)
        await recordChanged(trx, moves.filter(isDelivery), ({ reason }) => ({ id: reason.actorId ?? '' }))
      await appendEvents(trx, moves.flatMap(eventsOfMove))
      const isCounted = changes.some(({ before, after }) => isLowStock(before) !== isLowStock(after))
      if (isCounted || deliveries.length > 0) await catalogue.moveRevision()
    },
  }
}
