import type { CatalogueImport, ImportedRow, Medicine, UndoneRows } from '@mms/contracts'
import { type Actor, inTransaction, isUniqueViolation, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type ImportCommand, importRows, judgeRows } from './carry-out.ts'
import { createImportedMedicineStore } from './medicine-store.ts'
import type { RowVerdict } from './rules.ts'
import { createImportStore } from './store.ts'
import { undoRows } from './undo.ts'

const IMPORTS_LISTED = 20
/** Retries after a concurrent add took a barcode. */
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
    list: (): Promise<CatalogueImport[]> => createImportStore(db).listNewest(IMPORTS_LISTED),
    undo: (id: string, actor: Actor): Promise<UndoneRows> =>
      inTransaction(db, (trx) => undoRows(trx, id, actor, clock)),
    exportAll: (): Promise<Medicine[]> => createImportedMedicineStore(db).listWhole(),
  }
}
export type ImportService = ReturnType<typeof createImportService>
