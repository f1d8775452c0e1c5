import {
  type CatalogueImport,
  type ImportedRow,
  type ImportRequest,
  type Medicine,
  type MedicineState,
  parseBarcode,
  type UndoneRows,
} from '@mms/contracts'
import {
  type Actor,
  failpoint,
  inTransaction,
  isUniqueViolation,
  problem,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCatalogueStore } from '../catalogue/store.ts'
import { sortName, withStock } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { findBatchBelowPrice } from '../stock/batch-rules.ts'
import { createShelfStore } from '../stock/batch-store.ts'
import { createLedger } from '../stock/ledger.ts'
import { findEditProblem, resizeBatches, switchesPacksAndUnits } from '../stock/medicine-edit.ts'
import { createMovementStore } from '../stock/movement-store.ts'
import { createRowJudge, type RowVerdict } from './rules.ts'
import { createImportedMedicineStore, createImportStore, type StoredRow } from './store.ts'

const ROWS_PER_REQUEST = 500

const notFound = () => problem.notFound('inventory.import_not_found', 'There is no such import')

const numbersOf = (rows: StoredRow[]) => rows.map(({ row }) => row)

function stateBefore(medicine: MedicineState, before: MedicineState | null, at: string): MedicineState {
  if (!before) return { ...medicine, version: medicine.version + 1, updatedAt: at, deleted: true }
  const { version, stockVersion, currentStock } = medicine
  // Serves release 0.3, whose stored rows have no pack fields.
  const restored = { ...medicine, ...before, version, stockVersion, currentStock }
  return withStock(restored, before.currentStock, at)
}

/** Undoes the next rows of an import. Skips medicines that have changed since. */
async function undoRows(
  trx: Knex.Transaction,
  id: string,
  actor: Actor,
  clock: StoreClock,
): Promise<UndoneRows> {
  const imports = createImportStore(trx)
  await createCatalogueStore(trx).moveRevision()
  if (!(await imports.find(id))) throw notFound()
  await imports.setUndone(id, clock.now())
  const rows = await imports.listLeft(id, ROWS_PER_REQUEST)
  const present = await createMedicineStore(trx).lockAll(rows.map(({ medicineId }) => medicineId))
  const isAsLeft = ({ medicineId, version, before }: StoredRow) => {
    const medicine = present.get(medicineId)
    return medicine?.version === version && !(before && switchesPacksAndUnits(medicine, before))
  }
  const asLeft = rows.filter(isAsLeft)
  const kept = rows.filter((row) => !isAsLeft(row))
  const at = clock.now().toISOString()
  const edits = asLeft.map((row) => {
    const before = present.get(row.medicineId) as MedicineState
    return { before, after: stateBefore(before, row.before, at) }
  })
  // Units go back to their batches, whose dates differ.
  const moved = edits.filter(({ before, after }) => after.currentStock !== before.currentStock)
  const undone = await createMovementStore(trx).listNewestLines(moved.map(({ before }) => before))
  const changes = edits.map((edit) => ({ ...edit, undone: undone.get(edit.after._id) }))
  await createLedger(trx).editAll(changes, actor, clock.today())
  await imports.setOutcome(id, numbersOf(asLeft), 'undone')
  await imports.setOutcome(id, numbersOf(kept), 'kept')
  const names = await createImportedMedicineStore(trx).namesOf(kept.map(({ medicineId }) => medicineId))
  return { left: await imports.countLeft(id), undone: asLeft.length, kept: names }
}

interface ImportCommand {
  id: string
  request: ImportRequest
  actor: Actor
}

const WRITTEN = 'inventory.import.written'
const MAX_NAME = 200

const importUndone = () => problem.conflict('inventory.import_undone', 'This import was undone')

const textOf = (value: unknown) => String(value ?? '').trim()

/** Judges rows against the current store. Rows that were already applied keep their result. */
async function judgeRows(db: Knex, { id, request }: ImportCommand, clock: StoreClock): Promise<RowVerdict[]> {
  const { rows, setStock } = request
  const medicines = createImportedMedicineStore(db)
  const present = await medicines.lock(
    rows.map(({ fields }) => sortName({ name: textOf(fields.name) })),
    rows.flatMap(({ fields }) => parseBarcode(textOf(fields.barcode)) ?? []),
  )
  const medicineIds = present.map(({ _id }) => _id)
  const stored = await createImportStore(db).listRows(
    id,
    rows.map(({ row }) => row),
    medicineIds,
  )
  const replaced = Map.groupBy(await medicines.listReplaced(medicineIds), ({ _id }) => _id)
  const done = new Map(stored.map((row) => [row.row, row.kind]))
  const touched = new Map(stored.map(({ medicineId, row }) => [medicineId, row]))
  const at = clock.now().toISOString()
  const decide = createRowJudge({ present, replaced, touched, setStock, newId: v7, at })
  const verdicts = rows.map((row) => {
    const kind = done.get(row.row)
    return kind ? { row: row.row, kind } : decide(row)
  })
  return refuseBatchConflicts(db, verdicts)
}

const batchFields = ['currentStock', 'expiryDate', 'unitPrice', 'packSize'] as const

/** Refuses to edit stock or date of a medicine with several batches, or to set a price above a batch's MRP. */
async function refuseBatchConflicts(db: Knex, verdicts: RowVerdict[]): Promise<RowVerdict[]> {
  const shelves = await createShelfStore(db).load(
    verdicts.flatMap(({ before, after }) =>
      before && after && batchFields.some((field) => before[field] !== after[field]) ? [before._id] : [],
    ),
    'in stock',
  )
  return verdicts.map((verdict): RowVerdict => {
    const { row, before, after } = verdict
    const shelf = before && shelves.get(before._id)
    if (!shelf || !before || !after) return verdict
    const found = findEditProblem(shelf, { before, after })
    if (found) return { row, kind: 'refused', errors: { [found.field]: found.error } }
    resizeBatches(shelf, before.packSize, after.packSize)
    const isPriced = before.unitPrice !== after.unitPrice
    const below = isPriced && findBatchBelowPrice(shelf.list(), after.unitPrice)
    if (!below) return verdict
    const unitPrice = `is above the MRP of batch ${below.number ?? 'without a number'}`
    return { row, kind: 'refused', errors: { unitPrice } }
  })
}

async function importRows(
  trx: Knex.Transaction,
  command: ImportCommand,
  clock: StoreClock,
): Promise<RowVerdict[]> {
  const { id, request, actor } = command
  const imports = createImportStore(trx)
  await createCatalogueStore(trx).moveRevision()
  const by = { callerId: actor.id, callerName: actor.name.slice(0, MAX_NAME) }
  await imports.insert({ _id: id, fileName: request.fileName, ...by }, clock.now())
  if ((await imports.find(id))?.undoneAt) throw importUndone()
  const verdicts = await judgeRows(trx, command, clock)
  const ledger = createLedger(trx)
  const added = verdicts.flatMap(({ kind, after }) => (kind === 'added' && after ? [after] : []))
  if (added.length > 0) await ledger.open(added, actor)
  const changes = verdicts.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  await ledger.editAll(changes, actor, clock.today())
  await imports.insertRows(id, verdicts.flatMap(toStored))
  failpoint(WRITTEN)
  return verdicts
}

function toStored({ row, kind, before, after }: RowVerdict): StoredRow[] {
  if (!after || (kind !== 'added' && kind !== 'changed')) return []
  return [{ row, kind, medicineId: after._id, version: after.version, before: before ?? null }]
}

/** Maximum attempts if concurrent requests take barcodes of the import. */
const ATTEMPTS = 3

const toImportedRow = ({ row, kind, stockChange, errors }: RowVerdict): ImportedRow => ({
  row,
  kind,
  ...(stockChange !== undefined && { stockChange }),
  ...(errors && { errors }),
})

async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isUniqueViolation(error)) throw error
    }
  }
}

export function createImportService({ db, clock }: { db: Knex; clock: StoreClock }) {
  return {
    async run(command: ImportCommand): Promise<{ rows: ImportedRow[] }> {
      const work = () => inTransaction(db, (trx) => importRows(trx, command, clock))
      const verdicts = command.request.dryRun ? await judgeRows(db, command, clock) : await withRetry(work)
      return { rows: verdicts.map(toImportedRow) }
    },
    list: (): Promise<CatalogueImport[]> => createImportStore(db).listNewest(),
    undo: (id: string, actor: Actor): Promise<UndoneRows> =>
      inTransaction(db, (trx) => undoRows(trx, id, actor, clock)),
    exportAll: (): Promise<Medicine[]> => createImportedMedicineStore(db).listWhole(),
  }
}
export type ImportService = ReturnType<typeof createImportService>
