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
import { auditAddedMedicines, auditChangedMedicines } from '../medicines/audit-changes.ts'
import type { MedicineEdit, PurchaseValues } from '../medicines/rules.ts'
import { buildStockUpdate, createMedicineStore } from '../medicines/store.ts'
import { aboveMrpMessage } from './allocation.ts'
import type { MovementLine } from './batch.ts'
import { findBatchBelowPrice } from './batch-rules.ts'
import { assertWritten, createBatchStore, createShelfStore } from './batch-store.ts'
import { eventsOf, medicineEvent, movementEvent } from './events.ts'
import {
  applyMedicineEdit,
  assertMayChangeMrp,
  convertShelf,
  expiredStockProblem,
  findEditProblem,
  makesSellable,
  resizeBatches,
} from './medicine-edit.ts'
import { createMovementStore, type MovementHeader } from './movement-store.ts'
import { createRecallStore, type RecalledBatch } from './recall-store.ts'
import { createShelf, type Shelf } from './shelf.ts'
import { changesByDelivery, changesByForm, valueFields } from './value-rules.ts'
import { createValueStore } from './value-store.ts'

export type MovementReason = Pick<Movement, '_id' | 'type' | 'reverses' | 'actorId'>

const idOf = ({ after }: MedicineEdit): string => after._id

export interface StockMove extends MedicineEdit {
  reason: MovementReason
  purchased: PurchaseValues
  lines: BatchLine[]
  toSupplier: boolean
  batches: StockBatch[]
}

function netChanges(moves: StockMove[]): MedicineEdit[] {
  const byId = new Map<string, MedicineEdit>()
  for (const { before, after } of moves) {
    byId.set(after._id, { before: byId.get(after._id)?.before ?? before, after })
  }
  return [...byId.values()]
}

const isDelivery = ({ reason }: StockMove): boolean => reason.type === 'purchase'

const changesValues = ({ before, after }: MedicineEdit): boolean =>
  before.expiryDate !== after.expiryDate || valueFields.some((field) => before[field] !== after[field])

/** Nobody entered a date that is derived from batches, so it is not audited. */
const withoutDate = ({ before, after, reason }: StockMove) => ({
  ...{ before, reason },
  after: { ...after, expiryDate: before.expiryDate },
})

const manualReason = (type: MovementReason['type'], actorId: string): MovementReason => ({
  _id: v7(),
  type,
  reverses: null,
  actorId,
})

const movementOf = (medicine: MedicineState, change: number, reason: MovementReason): MovementHeader => ({
  ...reason,
  medicineId: medicine._id,
  version: medicine.stockVersion,
  change,
  balanceAfter: medicine.currentStock,
  createdAt: medicine.updatedAt,
})

function adjustmentOf({ before, after }: MedicineEdit, actor: Actor): MovementHeader[] {
  const change = after.currentStock - before.currentStock
  return change === 0 ? [] : [movementOf(after, change, manualReason('adjustment', actor.id))]
}

const movementOfMove = ({ before, after, reason }: StockMove): MovementHeader =>
  movementOf(after, after.currentStock - before.currentStock, reason)

const eventsOfMove = (move: StockMove) => [
  movementEvent({ ...movementOfMove(move), ...(move.toSupplier && { toSupplier: true }) }, move.lines),
  medicineEvent(move.after, move.batches),
]

function assertBelowMrps(shelf: Shelf, { name, unitPrice }: MedicineState): void {
  const below = findBatchBelowPrice(shelf.list(), unitPrice)
  if (!below) return
  throw problem.badRequest('inventory.batch_mrp', aboveMrpMessage(name, below), {
    errors: { unitPrice: `is above the MRP of batch ${below.number ?? 'without a number'}` },
  })
}

function editShelf(
  shelf: Shelf,
  change: MedicineEdit,
  adjustments: MovementHeader[],
  today: string,
): MedicineEdit {
  const { before, after } = change
  resizeBatches(shelf, before.packSize, after.packSize)
  if (after.unitPrice !== before.unitPrice) assertBelowMrps(shelf, after)
  const problemFound = findEditProblem(shelf, change)
  if (problemFound) {
    const { field, code, message, error } = problemFound
    throw problem.conflict(code, message, { errors: { [field]: error } })
  }
  const adjustment = adjustments.find(({ medicineId }) => medicineId === after._id)
  applyMedicineEdit(shelf, change, adjustment?._id, today)
  return { before, after: { ...after, expiryDate: shelf.expiryDate() } }
}

/** Recalls name a manufacturer, so batches of a medicine's new manufacturer may be under recall. */
async function holdOfNewMakers(
  trx: Knex.Transaction,
  changes: MedicineEdit[],
  shelves: ReadonlyMap<string, Shelf>,
): Promise<RecalledBatch[]> {
  const held: RecalledBatch[] = []
  for (const { before, after } of changes) {
    const shelf = shelves.get(after._id)
    if (shelf && after.manufacturer !== before.manufacturer)
      held.push(...(await createRecallStore(trx).hold(after, shelf)))
  }
  return held
}

/** A new medicine with stock or a date gets one unnumbered batch. */
function openShelf(
  { _id, currentStock, expiryDate, createdAt }: MedicineState,
  opening?: MovementHeader,
): Shelf {
  const shelf = createShelf(_id, [])
  if (currentStock === 0 && expiryDate === null) return shelf
  const batch = shelf.add({ number: null, expiryDate, createdAt })
  if (opening) shelf.move(opening._id, [{ batchId: batch._id, effect: opening.change }])
  return shelf
}

function openShelves(opened: MedicineState[], openings: MovementHeader[]): Map<string, Shelf> {
  const byMedicine = new Map(openings.map((opening) => [opening.medicineId, opening]))
  return new Map(opened.map((medicine) => [medicine._id, openShelf(medicine, byMedicine.get(medicine._id))]))
}

const linesOf = (shelves: Iterable<Shelf>): MovementLine[] =>
  [...shelves].flatMap((shelf) => shelf.changes().lines)

const shelvesOf = (changes: MedicineEdit[], shelves: ReadonlyMap<string, Shelf>): Shelf[] =>
  changes.flatMap(({ after }) => shelves.get(after._id) ?? [])

async function writeStocks(
  trx: Knex.Transaction,
  changes: MedicineEdit[],
  shelves: ReadonlyMap<string, Shelf>,
) {
  const [medicines, batches] = [createMedicineStore(trx), createBatchStore(trx)]
  const deliveries = changes.filter(changesValues)
  for (const { before, after } of deliveries) assertWritten(await medicines.update(before, after))
  assertWritten(await batches.save(shelvesOf(deliveries, shelves)))
  const others = changes.filter((change) => !changesValues(change))
  if (others.length === 0) return
  assertWritten(await batches.saveWith(buildStockUpdate(trx, others), shelvesOf(others, shelves)))
}

interface Editor {
  isAdmin: boolean
  today: string
}

function assertMayEdit(before: MedicineState, after: MedicineState, { isAdmin, today }: Editor): void {
  if (isAdmin) return
  if (before.currentStock > 0 && makesSellable(before.expiryDate, after.expiryDate, today))
    throw expiredStockProblem(before.name)
  assertMayChangeMrp(before.mrp ?? null, after.mrp ?? null)
  assertMayChangeMrp(before.packMrp ?? null, after.packMrp ?? null)
}

const openingOf = (medicine: MedicineState, actor: Actor): MovementHeader[] =>
  medicine.stockVersion === 1
    ? [movementOf(medicine, medicine.currentStock, manualReason('opening', actor.id))]
    : []

const valuesOf = ({ before, after, reason, purchased }: StockMove) =>
  changesByDelivery(before, after, reason, purchased)

const suppliersOf = (moves: StockMove[]): string[] =>
  moves.flatMap(({ toSupplier, reason }) => (toSupplier ? [reason._id] : []))

interface WrittenEdits {
  shelves: ReadonlyMap<string, Shelf>
  adjustments: MovementHeader[]
  actor: Actor
}

async function writeEdits(
  trx: Knex.Transaction,
  changes: MedicineEdit[],
  { shelves, adjustments, actor }: WrittenEdits,
): Promise<MedicineState[]> {
  const medicines = createMedicineStore(trx)
  for (const { before, after } of changes) assertWritten(await medicines.update(before, after))
  assertWritten(await createBatchStore(trx).save(shelves.values()))
  await createMovementStore(trx).insert(adjustments, linesOf(shelves.values()))
  const values = changes.flatMap(({ before, after }) => changesByForm(before, after, actor))
  await createValueStore(trx).insert(values)
  await auditChangedMedicines(trx, changes, () => actor)
  const edited = changes.map(({ after }) => after)
  await appendEvents(trx, eventsOf(shelves, adjustments, edited))
  await createCatalogueStore(trx).moveRevision()
  return edited
}

/** The only way to change a medicine: writes row, movement, revision and events in one transaction. */
export function createLedger(trx: Knex.Transaction) {
  const medicines = createMedicineStore(trx)
  const movements = createMovementStore(trx)
  const catalogue = createCatalogueStore(trx)
  const values = createValueStore(trx)
  const batches = createBatchStore(trx)

  return {
    async open(opened: MedicineState[], actor: Actor): Promise<void> {
      const openings = opened.flatMap((medicine) => openingOf(medicine, actor))
      await medicines.insert(opened)
      const shelves = openShelves(opened, openings)
      await batches.save(shelves.values())
      await movements.insert(openings, linesOf(shelves.values()))
      await appendEvents(trx, eventsOf(shelves, openings, opened))
      await auditAddedMedicines(trx, opened, actor)
      await catalogue.moveRevision()
    },
    async edit(
      before: MedicineState,
      after: MedicineState,
      actor: Actor,
      by: Editor,
    ): Promise<MedicineState> {
      assertMayEdit(before, after, by)
      const [edited] = await this.editAll([{ before, after }], actor, by.today)
      return edited as MedicineState
    },
    async editAll(edits: MedicineEdit[], actor: Actor, today: string): Promise<MedicineState[]> {
      if (edits.length === 0) return []
      const adjustments = edits.flatMap((change) => adjustmentOf(change, actor))
      const shelves = await createShelfStore(trx).load(edits.map(idOf), 'all')
      const changes = edits.map((one) => editShelf(shelves.get(idOf(one)) as Shelf, one, adjustments, today))
      const recalled = await holdOfNewMakers(trx, changes, shelves)
      await createRecallStore(trx).writeHeld(recalled, new Date())
      return writeEdits(trx, changes, { shelves, adjustments, actor })
    },
    async convert(before: MedicineState, after: MedicineState, actor: Actor): Promise<void> {
      const shelves = await createShelfStore(trx).load([after._id], 'all')
      const change = after.currentStock - before.currentStock
      const movement = movementOf(after, change, manualReason('adjustment', actor.id))
      const adjustments = [{ ...movement, unitsTimes: after.packSize }]
      convertShelf(shelves.get(after._id) as Shelf, movement._id, after.packSize)
      await writeEdits(trx, [{ before, after }], { shelves, adjustments, actor })
    },
    async move(moves: StockMove[], shelves: ReadonlyMap<string, Shelf>): Promise<void> {
      if (moves.length === 0) return
      const changes = netChanges(moves)
      const deliveries = changes.filter(changesValues)
      await writeStocks(trx, changes, shelves)
      await movements.insert(moves.map(movementOfMove), linesOf(shelvesOf(changes, shelves)))
      await movements.insertSupplierReturns(suppliersOf(moves))
      await values.insert(moves.flatMap(valuesOf))
      if (deliveries.length > 0)
        await auditChangedMedicines(trx, moves.filter(isDelivery).map(withoutDate), ({ reason }) => ({
          id: reason.actorId ?? '',
        }))
      await appendEvents(trx, moves.flatMap(eventsOfMove))
      const isCounted = changes.some(({ before, after }) => isLowStock(before) !== isLowStock(after))
      if (isCounted || deliveries.length > 0) await catalogue.moveRevision()
    },
  }
}
