import type { CatalogueImport, ImportedRow, Medicine, UndoneRows } from '@mms/contracts'
import { type Actor, inTransaction, isUniqueViolation, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type Asked, carryOut, judge } from './carry-out.ts'
import { createNamedStore } from './medicine-store.ts'
import type { Verdict } from './rules.ts'
import { createImportStore } from './store.ts'
import { undoSome } from './undo.ts'

const LISTED = 20
/** Retries after a concurrent add took a barcode. */
const ATTEMPTS = 3

const shown = ({ row, kind, stockChange, errors }: Verdict): ImportedRow => ({
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
    async run(asked: Asked): Promise<{ rows: ImportedRow[] }> {
      const work = () => inTransaction(db, (trx) => carryOut(trx, asked, clock))
      const verdicts = asked.request.dryRun ? await judge(db, asked, clock) : await withRetry(work)
      return { rows: verdicts.map(shown) }
    },
    list: (): Promise<CatalogueImport[]> => createImportStore(db).listNewest(LISTED),
    undo: (id: string, actor: Actor): Promise<UndoneRows> =>
      inTransaction(db, (trx) => undoSome(trx, id, actor, clock)),
    exportAll: (): Promise<Medicine[]> => createNamedStore(db).listWhole(),
  }
}
export type ImportService = ReturnType<typeof createImportService>
