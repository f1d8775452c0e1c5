import { type ImportRequest, parseBarcode } from '@mms/contracts'
import { type Actor, failpoint, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCatalogueStore } from '../catalogue/store.ts'
import { sortName } from '../medicines/rules.ts'
import { batchBelowPrice } from '../stock/batch-rules.ts'
import { createShelfStore } from '../stock/batch-store.ts'
import { createLedger } from '../stock/ledger.ts'
import { editProblem } from '../stock/medicine-edit.ts'
import { createNamedStore } from './medicine-store.ts'
import { createJudge, type Verdict } from './rules.ts'
import { createImportStore, type StoredRow } from './store.ts'

export interface Asked {
  id: string
  request: ImportRequest
  actor: Actor
}

const WRITTEN = 'inventory.import.written'
const MAX_NAME = 200

const takenBack = () => problem.conflict('inventory.import_undone', 'This import was taken back')

const textOf = (value: unknown) => String(value ?? '').trim()

/** Judges rows against the current store; rows that were applied before keep their answer. */
export async function judge(db: Knex, { id, request }: Asked, clock: StoreClock): Promise<Verdict[]> {
  const { rows, setStock } = request
  const present = await createNamedStore(db).lock(
    rows.map(({ fields }) => sortName({ name: textOf(fields.name) })),
    rows.flatMap(({ fields }) => parseBarcode(textOf(fields.barcode)) ?? []),
  )
  const stored = await createImportStore(db).listRows(
    id,
    rows.map(({ row }) => row),
    present.map(({ _id }) => _id),
  )
  const done = new Map(stored.map((row) => [row.row, row.kind]))
  const touched = new Map(stored.map(({ medicineId, row }) => [medicineId, row]))
  const decide = createJudge({ present, touched, setStock, newId: v7, at: clock.now().toISOString() })
  const verdicts = rows.map((row) => {
    const kind = done.get(row.row)
    return kind ? { row: row.row, kind } : decide(row)
  })
  return refuseOfBatches(db, verdicts)
}

const ofBatches = ['currentStock', 'expiryDate', 'unitPrice'] as const

/** Refuses single rows that set stock or date of a medicine with several batches, or a price above an MRP. */
async function refuseOfBatches(db: Knex, verdicts: Verdict[]): Promise<Verdict[]> {
  const shelves = await createShelfStore(db).load(
    verdicts.flatMap(({ before, after }) =>
      before && after && ofBatches.some((field) => before[field] !== after[field]) ? [before._id] : [],
    ),
    'in stock',
  )
  return verdicts.map((verdict): Verdict => {
    const { row, before, after } = verdict
    const shelf = before && shelves.get(before._id)
    if (!shelf || !before || !after) return verdict
    const found = editProblem(shelf, { before, after })
    if (found) return { row, kind: 'refused', errors: { [found.field]: found.error } }
    const isPriced = before.unitPrice !== after.unitPrice
    const below = isPriced && batchBelowPrice(shelf.list(), after.unitPrice)
    if (!below) return verdict
    const unitPrice = `is above the MRP of batch ${below.number ?? 'without a number'}`
    return { row, kind: 'refused', errors: { unitPrice } }
  })
}

export async function carryOut(trx: Knex.Transaction, asked: Asked, clock: StoreClock): Promise<Verdict[]> {
  const { id, request, actor } = asked
  const imports = createImportStore(trx)
  await createCatalogueStore(trx).moveRevision()
  const by = { callerId: actor.id, callerName: actor.name.slice(0, MAX_NAME) }
  await imports.insert({ _id: id, fileName: request.fileName, ...by }, clock.now())
  if ((await imports.find(id))?.undoneAt) throw takenBack()
  const verdicts = await judge(trx, asked, clock)
  const ledger = createLedger(trx)
  const added = verdicts.flatMap(({ kind, after }) => (kind === 'added' && after ? [after] : []))
  if (added.length > 0) await ledger.open(added, actor)
  const changes = verdicts.flatMap(({ before, after }) => (before && after ? [{ before, after }] : []))
  await ledger.editAll(changes, actor, clock.today())
  await imports.insertRows(id, verdicts.flatMap(toStored))
  failpoint(WRITTEN)
  return verdicts
}

function toStored({ row, kind, before, after }: Verdict): StoredRow[] {
  if (!after || (kind !== 'added' && kind !== 'changed')) return []
  return [{ row, kind, medicineId: after._id, version: after.version, before: before ?? null }]
}
