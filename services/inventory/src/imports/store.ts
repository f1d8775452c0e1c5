import type { CatalogueImport, Medicine, MedicineState } from '@mms/contracts'
import { chunksOf, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { stateColumns, toMedicine, toState, wholeColumns } from '../medicines/store.ts'

export interface StoredRow {
  row: number
  medicineId: string
  kind: 'added' | 'changed'
  version: number
  before: MedicineState | null
}

const IMPORTS_LISTED = 20

type NewImport = Pick<CatalogueImport, '_id' | 'fileName'> & { callerId: string; callerName: string }
type Outcome = 'undone' | 'kept'

const columns = {
  _id: 'id',
  fileName: 'file_name',
  createdBy: 'created_by_name',
  createdAt: 'created_at',
  undoneAt: 'undone_at',
}

const rowColumns = {
  row: 'row_number',
  medicineId: 'medicine_id',
  kind: 'kind',
  version: 'version',
  before: 'state_before',
} as const satisfies Record<keyof StoredRow, string>

const toStored = (row: Omit<StoredRow, 'before'> & { before: string | null }): StoredRow => ({
  ...row,
  before: row.before === null ? null : JSON.parse(row.before),
})

export function createImportStore(db: Knex) {
  const rowsOf = (importId: string) => db('import_rows').where({ import_id: importId })
  return {
    async insert({ _id, fileName, callerId, callerName }: NewImport, at: Date): Promise<void> {
      const by = { created_by: callerId, created_by_name: callerName }
      const row = { id: _id, file_name: fileName, ...by, created_at: at }
      await db('imports').insert(row).onConflict('id').ignore()
    },
    async find(id: string): Promise<{ undoneAt: unknown } | undefined> {
      return db('imports').where({ id }).first({ undoneAt: 'undone_at' })
    },
    async setUndone(id: string, at: Date): Promise<void> {
      await db('imports').where({ id }).whereNull('undone_at').update({ undone_at: at })
    },
    async listNewest(): Promise<CatalogueImport[]> {
      const imports = await db('imports').orderBy('created_at', 'desc').limit(IMPORTS_LISTED).select(columns)
      const kinds = await db('import_rows')
        .whereIn(
          'import_id',
          imports.map(({ _id }) => _id),
        )
        .groupBy('import_id', 'kind', 'outcome')
        .select('import_id', 'kind', 'outcome', db.raw('count(*) as medicines'))
      return imports.map((row) => {
        const count = (part: 'kind' | 'outcome', word: string) =>
          kinds
            .filter((kind) => kind.import_id === row._id && kind[part] === word)
            .reduce((sum, { medicines }) => sum + Number(medicines), 0)
        return {
          ...row,
          createdAt: toInstant(row.createdAt),
          added: count('kind', 'added'),
          changed: count('kind', 'changed'),
          undone: count('outcome', 'undone'),
          kept: count('outcome', 'kept'),
          undoneAt: row.undoneAt === null ? null : toInstant(row.undoneAt),
        }
      })
    },
    async listRows(importId: string, rows: number[], medicineIds: string[]): Promise<StoredRow[]> {
      const found = await rowsOf(importId)
        .where((query) => {
          void query.whereIn('row_number', rows).orWhereIn('medicine_id', medicineIds)
        })
        .select({ ...rowColumns, before: db.raw('null') })
      return found.map(toStored)
    },
    async insertRows(importId: string, rows: StoredRow[]): Promise<void> {
      for (const chunk of chunksOf(rows)) {
        await db('import_rows').insert(
          chunk.map(({ row, medicineId, kind, version, before }) => ({
            import_id: importId,
            row_number: row,
            medicine_id: medicineId,
            kind,
            version,
            state_before: before && JSON.stringify(before),
          })),
        )
      }
    },
    async listLeft(importId: string, limit: number): Promise<StoredRow[]> {
      const left = rowsOf(importId).whereNull('outcome').orderBy('row_number').limit(limit)
      return (await left.select(rowColumns)).map(toStored)
    },
    async countLeft(importId: string): Promise<number> {
      const [row] = await rowsOf(importId).whereNull('outcome').count({ count: '*' })
      return Number(row?.count)
    },
    async setOutcome(importId: string, rows: number[], outcome: Outcome): Promise<void> {
      if (rows.length > 0) await rowsOf(importId).whereIn('row_number', rows).update({ outcome })
    },
  }
}

export function createImportedMedicineStore(db: Knex) {
  return {
    async lock(sortNames: string[], barcodes: string[]): Promise<MedicineState[]> {
      const living = () => db('medicines').forUpdate().select(stateColumns)
      const named = await living().whereIn('sort_name', sortNames)
      const coded = barcodes.length === 0 ? [] : await living().whereIn('living_barcode', barcodes)
      return [...new Map([...named, ...coded].map((row) => [row._id, toState(row)])).values()]
    },
    /** Lists the states that the newest imports changed. */
    async listReplaced(medicineIds: string[]): Promise<MedicineState[]> {
      const newest = await db('imports').orderBy('created_at', 'desc').limit(IMPORTS_LISTED).pluck('id')
      const states: string[] = await db('import_rows')
        .whereIn('import_id', newest)
        .whereIn('medicine_id', medicineIds)
        .whereNotNull('state_before')
        .pluck('state_before')
      return states.map((state) => JSON.parse(state))
    },
    namesOf: (ids: string[]): Promise<string[]> =>
      db('medicines').whereIn('id', ids).orderBy('name').pluck('name'),
    async listWhole(): Promise<Medicine[]> {
      const listed = db('medicines').where('sort_name', '>=', '').orderBy(['sort_name', 'id'])
      return (await listed.select(wholeColumns)).map(toMedicine)
    },
  }
}
