import { inventoryEvents, isLowStock, type MedicineState, type Movement } from '@mms/contracts'
import { type Actor, appendEvents, type OutboxEvent, problem } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { fieldOfSeveral, takeAny } from '../batches/rules.ts'
import { createShelf, type Shelf } from '../batches/shelf.ts'
import { createShelfStore } from '../batches/shelf-store.ts'
import { createBatchStore } from '../batches/store.ts'
import { createCatalogueStore } from '../catalogue/store.ts'
import { recordAdded, recordChanged } from '../medicines/audit-changes.ts'
import type { Given } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createMovementStore } from './movement-store.ts'
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

const changed = (medicine: MedicineState): OutboxEvent => ({
  type: medicine.deleted ? inventoryEvents.medicineDeleted : inventoryEvents.medicineChanged,
  subject: medicine._id,
  data: medicine,
})

const recorded = (movement: Movement): OutboxEvent => ({
  type: inventoryEvents.movementRecorded,
  subject: movement._id,
  data: movement,
})

function assertWritten(written: boolean): void {
  // Not reached while the row is locked: it guards the stock against a caller that forgot to.
  if (!written) throw problem.unavailable('inventory.busy', 'Somebody else was faster; please try again')
}

const severalBatches = (name: string, field: string) =>
  problem.conflict(
    'inventory.several_batches',
    `${name} has several batches in stock. Nothing was saved; please record an adjustment of one of them in Sales`,
    { errors: { [field]: 'is that of several batches' } },
  )

/** What the form says of stock and date is of the batch in stock; it cannot say of which where there are several. */
function editShelf(shelf: Shelf | undefined, { before, after }: Change, adjustments: Movement[]): void {
  const isStock = after.currentStock !== before.currentStock
  const isDate = after.expiryDate !== before.expiryDate
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
function openShelves(opened: MedicineState[], openings: Movement[]): Iterable<Shelf> {
  const shelves = new Map(opened.map((medicine) => [medicine._id, createShelf(medicine, [])]))
  for (const { _id, medicineId, change } of openings) {
    shelves.get(medicineId)?.move(_id, [{ batchId: medicineId, effect: change }])
  }
  return shelves.values()
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
      await movements.insert(openings)
      await batches.save(openShelves(opened, openings))
      await appendEvents(trx, [...openings.map(recorded), ...opened.map(changed)])
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
      await movements.insert(adjustments)
      assertWritten(await batches.save(shelves.values()))
      await values.insert(changes.flatMap(({ before, after }) => changesByForm(before, after, actor)))
      await recordChanged(trx, changes, () => actor)
      await appendEvents(trx, [...adjustments.map(recorded), ...changes.map(({ after }) => changed(after))])
      await catalogue.moveRevision()
    },
    /** Moves stock, and what a delivery changes with it; several moves of a medicine follow on one another. */
    async move(moves: Move[], shelves: ReadonlyMap<string, Shelf>): Promise<void> {
      if (moves.length === 0) return
      const changes = netChanges(moves)
      const lines = moves.map(({ before, after, reason }) =>
        movementOf(after, after.currentStock - before.currentStock, reason),
      )
      const deliveries = changes.filter(changesMore)
      for (const { before, after } of deliveries) assertWritten(await medicines.update(before, after))
      const others = changes.filter((change) => !changesMore(change))
      if (others.length > 0) assertWritten(await medicines.updateStocks(others))
      await movements.insert(lines)
      assertWritten(await batches.save(changes.flatMap(({ after }) => shelves.get(after._id) ?? [])))
      await values.insert(
        moves.flatMap(({ before, after, reason, given }) => changesByDelivery(before, after, reason, given)),
      )
      if (deliveries.length > 0)
        await recordChanged(trx, moves.filter(isDelivery), ({ reason }) => ({ id: reason.actorId ?? '' }))
      await appendEvents(
        trx,
        moves.flatMap(({ after }, index) => [recorded(lines[index] as Movement), changed(after)]),
      )
      const isCounted = changes.some(({ before, after }) => isLowStock(before) !== isLowStock(after))
      if (isCounted || deliveries.length > 0) await catalogue.moveRevision()
    },
  }
}
