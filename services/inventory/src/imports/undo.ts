import type { MedicineState, UndoneRows } from '@mms/contracts'
import { type Actor, problem, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createCatalogueStore } from '../catalogue/store.ts'
import { withStock } from '../medicines/rules.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createLedger } from '../stock/ledger.ts'
import { createImportedMedicineStore } from './medicine-store.ts'
import { createImportStore, type StoredRow } from './store.ts'

const ROWS_PER_REQUEST = 500

const notFound = () => problem.notFound('inventory.import_not_found', 'There is no such import')

const numbersOf = (rows: StoredRow[]) => rows.map(({ row }) => row)

function stateBefore(medicine: MedicineState, before: MedicineState | null, at: string): MedicineState {
  if (!before) return { ...medicine, version: medicine.version + 1, updatedAt: at, deleted: true }
  const { version, stockVersion, currentStock } = medicine
  return withStock({ ...before, version, stockVersion, currentStock }, before.currentStock, at)
}

/** Undoes the next rows of an import, for medicines that have not changed since. */
export async function undoRows(
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
  const isAsLeft = ({ medicineId, version }: StoredRow) => present.get(medicineId)?.version === version
  const asLeft = rows.filter(isAsLeft)
  const kept = rows.filter((row) => !isAsLeft(row))
  const at = clock.now().toISOString()
  const changes = asLeft.map((row) => {
    const before = present.get(row.medicineId) as MedicineState
    return { before, after: stateBefore(before, row.before, at) }
  })
  await createLedger(trx).editAll(changes, actor, clock.today())
  await imports.setOutcome(id, numbersOf(asLeft), 'undone')
  await imports.setOutcome(id, numbersOf(kept), 'kept')
  const names = await createImportedMedicineStore(trx).namesOf(kept.map(({ medicineId }) => medicineId))
  return { left: await imports.countLeft(id), undone: asLeft.length, kept: names }
}
