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
import { changesByDelivery, changesByForm, createValueStore, valueFields } from './value-store.ts'

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
  before,
  reason,
  after: { ...after, expiryDate: before.expiryDate },
})

const manualReason = (type: MovementReason['type'], actorId: string): MovementReason => ({
  _id: v7(),
  type,
  reverses: null,
  actorId,
})

const movementOf = ({ before, after }: MedicineEdit, reason: MovementReason): MovementHeader => ({
  ...reason,
  medicineId: after._id,
  version: after.stockVersion,
  change: after.currentStock - before.currentStock,
  balanceAfter: after.currentStock,
  createdAt: after.updatedAt,
})

const movementOfMove = (move: StockMove): MovementHeader => movementOf(move, move.reason)

const adjustmentOf = (edit: MedicineEdit, actor: Actor): MovementHeader =>
  movementOf(edit, manualReason('adjustment', actor.id))

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
  openingId: string | undefined,
) {
  const shelf = createShelf(_id, [])
  if (currentStock === 0 && expiryDate === null) return shelf
  const batch = shelf.add({ number: null, expiryDate, createdAt })
  if (openingId) shelf.move(openingId, [{ batchId: batch._id, effect: currentStock }])
  return shelf
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

/** Writes batches, movements and events of medicines whose rows are written already. */
async function writeBooks(
  trx: Knex.Transaction,
  shelves: ReadonlyMap<string, Shelf>,
  { movements, medicines }: { movements: MovementHeader[]; medicines: MedicineState[] },
): Promise<void> {
  assertWritten(await createBatchStore(trx).save(shelves.values()))
  await createMovementStore(trx).insert(movements, linesOf(shelves.values()))
  await appendEvents(trx, eventsOf(shelves, movements, medicines))
  await createCatalogueStore(trx).moveRevision()
}

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
  const values = changes.flatMap(({ before, after }) => changesByForm(before, after, actor))
  await createValueStore(trx).insert(values)
  await auditChangedMedicines(trx, changes, () => actor)
  const edited = changes.map(({ after }) => after)
  await writeBooks(trx, shelves, { movements: adjustments, medicines: edited })
  return edited
}

/** The only way to change a medicine: writes row, movement, revision and events in one transaction. */
export function createLedger(trx: Knex.Transaction) {
  const movements = createMovementStore(trx)

  return {
    async open(opened: MedicineState[], actor: Actor): Promise<void> {
      const stocked = opened.filter(({ stockVersion }) => stockVersion === 1)
      const openings = stocked.map((after) =>
        movementOf({ before: { ...after, currentStock: 0 }, after }, manualReason('opening', actor.id)),
      )
      const idOfOpening = new Map(openings.map(({ _id, medicineId }) => [medicineId, _id]))
      const shelves = new Map(opened.map((one) => [one._id, openShelf(one, idOfOpening.get(one._id))]))
      await createMedicineStore(trx).insert(opened)
      await auditAddedMedicines(trx, opened, actor)
      await writeBooks(trx, shelves, { movements: openings, medicines: opened })
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
      const adjustments = edits
        .filter(({ before, after }) => after.currentStock !== before.currentStock)
        .map((change) => adjustmentOf(change, actor))
      const shelves = await createShelfStore(trx).load(edits.map(idOf), 'all')
      const changes = edits.map((one) => editShelf(shelves.get(idOf(one)) as Shelf, one, adjustments, today))
      const recalled = await holdOfNewMakers(trx, changes, shelves)
      await createRecallStore(trx).writeHeld(recalled, new Date())
      return writeEdits(trx, changes, { shelves, adjustments, actor })
    },
    async convert(before: MedicineState, after: MedicineState, actor: Actor): Promise<void> {
      const shelves = await createShelfStore(trx).load([after._id], 'all')
      const movement = adjustmentOf({ before, after }, actor)
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
      await movements.insertSupplierReturns(
        moves.flatMap(({ toSupplier, reason }) => (toSupplier ? [reason._id] : [])),
      )
      const values = moves.flatMap(({ before, after, reason, purchased }) =>
        changesByDelivery(before, after, reason, purchased),
      )
      await createValueStore(trx).insert(values)
      if (deliveries.length > 0)
        await auditChangedMedicines(trx, moves.filter(isDelivery).map(withoutDate), ({ reason }) => ({
          id: reason.actorId ?? '',
        }))
      await appendEvents(trx, moves.flatMap(eventsOfMove))
      const isEmpty = ({ currentStock }: MedicineState) => currentStock === 0
      const isCounted = changes.some(
        ({ before, after }) => isLowStock(before) !== isLowStock(after) || isEmpty(before) !== isEmpty(after),
      )
      if (isCounted || deliveries.length > 0) await createCatalogueStore(trx).moveRevision()
    },
  }
}
