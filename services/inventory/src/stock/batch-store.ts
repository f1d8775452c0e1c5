import { type MedicineState, paiseToRupeesOrNull, rupeesToPaise } from '@mms/contracts'
import { byDialect, caseById, chunksOf, problem, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  type MedicineChange,
  type StateRow,
  type StockUpdate,
  stateColumns,
  toStoredState,
} from '../medicines/store.ts'
import type { Batch } from './batch.ts'
import { createShelf, type Shelf } from './shelf.ts'

const toPaise = (rupees: number | null | undefined) =>
  rupees === null || rupees === undefined ? null : rupeesToPaise(rupees)

const toRow = (batch: Batch) => ({
  id: batch._id,
  medicine_id: batch.medicineId,
  batch_number: batch.number,
  expiry_date: batch.expiryDate,
  mrp_paise: toPaise(batch.mrp),
  unit_price_paise: toPaise(batch.unitPrice),
  cost_price_paise: toPaise(batch.costPrice),
  pack_price_paise: toPaise(batch.packPrice),
  pack_mrp_paise: toPaise(batch.packMrp),
  pack_cost_paise: toPaise(batch.packCost),
  supplier: batch.supplier ?? null,
  return_by: batch.returnBy ?? null,
  status: batch.status,
  stock: batch.stock,
  is_undone: batch.isUndone,
  version: batch.version,
  created_at: new Date(batch.createdAt),
})

interface Change {
  before: Batch
  after: Batch
}

const labels = [
  'number',
  'expiryDate',
  'status',
  'unitPrice',
  'mrp',
  'costPrice',
  'packPrice',
  'packMrp',
  'packCost',
  'isUndone',
] as const satisfies (keyof Batch)[]

const changesMore = ({ before, after }: Change): boolean =>
  labels.some((label) => before[label] !== after[label])

const prefixed = <T>(table: string, columns: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(columns).map(([name, value]) => [`${table}.${name}`, value]))

/** MySQL only: writes a single sale in one statement whose text never changes. */
async function saveOne(db: Knex, medicine: MedicineChange, { before, after }: Change): Promise<boolean> {
  const values = Object.values(medicine.columns)
  const columns = Object.keys(medicine.columns).map((name) => `medicines.${name} = ?`)
  const [{ affectedRows }] = await db.raw(
    `update medicines join batches on batches.id = ? set ${columns.join(', ')}, batches.stock = ?, batches.version = ? where medicines.id = ? and medicines.version = ? and batches.version = ?`,
    [after._id, ...values, after.stock, after.version, medicine.id, medicine.version, before.version],
  )
  return affectedRows === 2
}

export function assertWritten(written: boolean): void {
  // Unreachable while the row is locked; guards against a caller that forgot to.
  if (!written)
    throw problem.unavailable('inventory.busy', 'Someone else just changed this. Please try again')
}

export function createBatchStore(db: Knex) {
  const eachOf = (changed: Change[], pick: (change: Change) => Knex.Value) =>
    caseById(
      db,
      changed.map((change) => [change.after._id, pick(change)]),
      'batches.id',
    )
  function unchanged(query: Knex.QueryBuilder, changed: Change[]): Knex.QueryBuilder {
    const ids = changed.map(({ after }) => after._id)
    const versions = eachOf(changed, ({ before }) => before.version)
    return query.whereIn('batches.id', ids).where('batches.version', versions)
  }

  const stockColumns = (changed: Change[]) => ({
    stock: eachOf(changed, ({ after }) => after.stock),
    version: eachOf(changed, ({ after }) => after.version),
  })

  async function update(changed: Change[]): Promise<boolean> {
    const written = await unchanged(db('batches'), changed).update({
      ...stockColumns(changed),
      ...(changed.some(changesMore) && {
        batch_number: eachOf(changed, ({ after }) => after.number),
        expiry_date: eachOf(changed, ({ after }) => after.expiryDate),
        status: eachOf(changed, ({ after }) => after.status),
        unit_price_paise: eachOf(changed, ({ after }) => toPaise(after.unitPrice)),
        mrp_paise: eachOf(changed, ({ after }) => toPaise(after.mrp)),
        cost_price_paise: eachOf(changed, ({ after }) => toPaise(after.costPrice)),
        pack_price_paise: eachOf(changed, ({ after }) => toPaise(after.packPrice)),
        pack_mrp_paise: eachOf(changed, ({ after }) => toPaise(after.packMrp)),
        pack_cost_paise: eachOf(changed, ({ after }) => toPaise(after.packCost)),
        is_undone: eachOf(changed, ({ after }) => Number(after.isUndone)),
      }),
    })
    return written === changed.length
  }

  return {
    async save(shelves: Iterable<Shelf>): Promise<boolean> {
      const changes = [...shelves].map((shelf) => shelf.changes())
      const added = changes.flatMap((each) => each.added)
      const changed = changes.flatMap((each) => each.changed)
      for (const chunk of chunksOf(added)) await db('batches').insert(chunk.map(toRow))
      for (const chunk of chunksOf(changed)) if (!(await update(chunk))) return false
      return true
    },
    /** Also writes the medicines' stock, in one statement if possible. False if another transaction changed a row. */
    async saveWith(medicines: StockUpdate, shelves: Shelf[]): Promise<boolean> {
      const changes = shelves.map((shelf) => shelf.changes())
      const changed = changes.flatMap((each) => each.changed)
      const isJoined =
        byDialect(db, { sqlite: false, mysql: true }) &&
        changes.every((each) => each.added.length === 0 && each.changed.length > 0)
      if (!isJoined || changed.some(changesMore)) {
        return (await medicines.query.update(medicines.columns)) === medicines.count && this.save(shelves)
      }
      const [only, ...more] = changed
      if (only && more.length === 0 && medicines.only) return saveOne(db, medicines.only, only)
      const both = medicines.query.join('batches', 'batches.medicine_id', 'medicines.id')
      const columns = {
        ...prefixed('medicines', medicines.columns),
        ...prefixed('batches', stockColumns(changed)),
      }
      const written = await unchanged(both, changed).update(columns)
      return written === medicines.count + changed.length
    },
  }
}

/** With table names, because `medicines` has columns of the same names. */
const columns = {
  batchId: 'batches.id',
  number: 'batch_number',
  batchDate: 'batches.expiry_date',
  status: 'status',
  stock: 'stock',
  batchPrice: 'batches.unit_price_paise',
  batchMrp: 'batches.mrp_paise',
  batchCost: 'batches.cost_price_paise',
  batchPackPrice: 'batches.pack_price_paise',
  batchPackMrp: 'batches.pack_mrp_paise',
  batchPackCost: 'batches.pack_cost_paise',
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
  batchPackPrice: number | null
  batchPackMrp: number | null
  batchPackCost: number | null
  returnBy: string | null
  batchVersion: number
  batchCreatedAt: unknown
  isUndone: unknown
}

/** Only `deleted, too` includes deleted medicines; it reads all batches. */
type Which = 'in stock' | 'all' | 'deleted, too'

const toBatch = ({ batchId, medicineId, number, batchDate, status, stock, ...row }: Row): Batch => ({
  ...{ _id: batchId as string, medicineId, number, expiryDate: batchDate, status, stock },
  ...{ unitPrice: paiseToRupeesOrNull(row.batchPrice), mrp: paiseToRupeesOrNull(row.batchMrp) },
  ...{
    costPrice: paiseToRupeesOrNull(row.batchCost),
    packPrice: paiseToRupeesOrNull(row.batchPackPrice),
    packMrp: paiseToRupeesOrNull(row.batchPackMrp),
    packCost: paiseToRupeesOrNull(row.batchPackCost),
    returnBy: row.returnBy,
    isUndone: Boolean(row.isUndone),
  },
  ...{ version: row.batchVersion, createdAt: toInstant(row.batchCreatedAt) },
})

function onlyState(row: Row & StateRow): StateRow {
  const fields = Object.keys(stateColumns) as (keyof StateRow)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as StateRow
}

const lockedColumns = Object.entries({ ...columns, ...medicineColumns })
  .map(([field, column]) => `${column} as \`${field}\``)
  .join(', ')

/** Handwritten, because every sale runs it. Building the text with knex takes as long as executing it. */
function lockStatement(count: number, which: Which): string {
  const on = `batches.medicine_id = medicines.id${which === 'in stock' ? ' and stock > 0' : ''}`
  const ids = new Array(count).fill('?').join(', ')
  const living = which === 'deleted, too' ? '' : ' and deleted_at is null'
  return `select ${lockedColumns} from medicines left join batches on ${on} where medicines.id in (${ids})${living} order by medicines.id`
}

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

  async function lockRows(ids: string[], which: Which): Promise<(Row & StateRow)[]> {
    const sql = lockStatement(ids.length, which)
    const found = await db.raw(byDialect(db, { sqlite: sql, mysql: `${sql} for update` }), ids)
    return byDialect(db, { sqlite: found, mysql: found[0] })
  }

  function shelvesOf(medicineIds: Iterable<string>, rows: Row[]): Map<string, Shelf> {
    const own = Map.groupBy(rows, ({ medicineId }) => medicineId)
    const shelves = [...medicineIds].map((id) => [id, createShelf(id, batchesIn(own.get(id) ?? []))] as const)
    return new Map(shelves)
  }

  return {
    /** Locks medicines in the order of ids, in one statement. Returns pack prices as stored. */
    async lock(medicineIds: string[], which: Which) {
      const rows = medicineIds.length === 0 ? [] : await lockRows([...new Set(medicineIds)], which)
      const medicines = new Map<string, MedicineState>()
      for (const row of rows)
        if (!medicines.has(row._id)) medicines.set(row._id, toStoredState(onlyState(row)))
      return { medicines, shelves: shelvesOf(medicines.keys(), rows) }
    },
    /** Does not lock batches; the lock on a medicine's row guards them. */
    async load(medicineIds: string[], which: Which): Promise<Map<string, Shelf>> {
      const ids = [...new Set(medicineIds)]
      return ids.length === 0 ? new Map() : shelvesOf(ids, await joined(ids, which))
    },
    complete: async (medicineId: string, shelf: Shelf): Promise<void> =>
      shelf.include(batchesIn(await joined([medicineId], 'all'))),
  }
}
