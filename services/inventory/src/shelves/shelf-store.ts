import { type MedicineState, paiseToRupees } from '@mms/contracts'
import { byDialect, LRUCache, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type StateRow, stateColumns, toState } from '../medicines/store.ts'
import type { Batch } from './rules.ts'
import { createShelf, type Shelf } from './shelf.ts'

/** Qualified, because medicines have columns of the same names. */
const columns = {
  batchId: 'batches.id',
  number: 'batch_number',
  batchDate: 'batches.expiry_date',
  status: 'status',
  stock: 'stock',
  batchPrice: 'batches.unit_price_paise',
  batchMrp: 'batches.mrp_paise',
  batchCost: 'batches.cost_price_paise',
  returnBy: 'return_by',
  isUndone: 'is_undone',
  batchVersion: 'batches.version',
  batchCreatedAt: 'batches.created_at',
  medicineId: 'medicines.id',
} as const

const medicineColumns = Object.fromEntries(
  Object.entries(stateColumns).map(([field, column]) => [field, `medicines.${column}`]),
)

interface Row extends Pick<Batch, 'medicineId' | 'number' | 'status' | 'stock'> {
  batchId: string | null
  batchDate: string | null
  batchPrice: number | null
  batchMrp: number | null
  batchCost: number | null
  returnBy: string | null
  batchVersion: number
  batchCreatedAt: unknown
  isUndone: unknown
}

type Which = 'in stock' | 'all'

const toRupees = (paise: number | null) => (paise === null ? null : paiseToRupees(paise))

const toBatch = ({ batchId, medicineId, number, batchDate, status, stock, ...row }: Row): Batch => ({
  ...{ _id: batchId as string, medicineId, number, expiryDate: batchDate, status, stock },
  ...{ unitPrice: toRupees(row.batchPrice), mrp: toRupees(row.batchMrp) },
  ...{ costPrice: toRupees(row.batchCost), returnBy: row.returnBy, isUndone: Boolean(row.isUndone) },
  ...{ version: row.batchVersion, createdAt: toInstant(row.batchCreatedAt) },
})

function onlyState(row: Row & StateRow): StateRow {
  const fields = Object.keys(stateColumns) as (keyof StateRow)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as StateRow
}

const lockStatements = new LRUCache<string, string>({ max: 200 })

const batchesIn = (rows: Row[]): Batch[] => rows.filter(({ batchId }) => batchId !== null).map(toBatch)

export function createShelfStore(db: Knex) {
  const joined = (ids: string[], which: Which) =>
    db('medicines')
      .leftJoin('batches', (on) => {
        on.on('batches.medicine_id', 'medicines.id')
        if (which === 'in stock') on.andOn(db.raw('stock > 0'))
      })
      .whereIn('medicines.id', ids)
      .select(columns)

  /** Every sale runs this statement; building its text takes as long as executing it. */
  async function lockRows(ids: string[], which: Which): Promise<(Row & StateRow)[]> {
    const key = `${byDialect(db, { sqlite: 'sqlite', mysql: 'mysql' })} ${which} ${ids.length}`
    const sql = lockStatements.get(key) ?? lockStatement(ids, which)
    lockStatements.set(key, sql)
    const found = await db.raw(sql, ids)
    return byDialect(db, { sqlite: found, mysql: found[0] })
  }

  const lockStatement = (ids: string[], which: Which): string =>
    joined(ids, which)
      .whereNull('deleted_at')
      .orderBy('medicines.id')
      .forUpdate()
      .select(medicineColumns)
      .toSQL().sql

  function shelvesOf(medicineIds: Iterable<string>, rows: Row[]): Map<string, Shelf> {
    const own = Map.groupBy(rows, ({ medicineId }) => medicineId)
    const shelves = [...medicineIds].map((id) => [id, createShelf(id, batchesIn(own.get(id) ?? []))] as const)
    return new Map(shelves)
  }

  return {
    /** Locks in the order of ids, in one statement. */
    async lock(medicineIds: string[], which: Which) {
      const rows = medicineIds.length === 0 ? [] : await lockRows([...new Set(medicineIds)], which)
      const medicines = new Map<string, MedicineState>()
      for (const row of rows) if (!medicines.has(row._id)) medicines.set(row._id, toState(onlyState(row)))
      return { medicines, shelves: shelvesOf(medicines.keys(), rows) }
    },
    /** The lock on a medicine's row also guards its batches. */
    async load(medicineIds: string[], which: Which): Promise<Map<string, Shelf>> {
      const ids = [...new Set(medicineIds)]
      return ids.length === 0 ? new Map() : shelvesOf(ids, await joined(ids, which))
    },
    complete: async (medicineId: string, shelf: Shelf): Promise<void> =>
      shelf.include(batchesIn(await joined([medicineId], 'all'))),
  }
}
