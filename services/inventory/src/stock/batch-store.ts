import { type MedicineState, rupeesToPaise } from '@mms/contracts'
import { byDialect, caseById, chunksOf, problem, toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import {
  columnsOf,
  type MedicineChange,
  pricesIn,
  type StateRow,
  type StockUpdate,
  stateColumns,
  toStoredState,
} from '../medicines/store.ts'
import type { Batch } from './batch.ts'
import { createShelf, type Shelf } from './shelf.ts'

/** They have the same names and columns as those of a medicine. */
const prices = ['unitPrice', 'mrp', 'costPrice', 'packPrice', 'packMrp', 'packCost'] as const

export const batchColumns = {
  _id: 'id',
  medicineId: 'medicine_id',
  number: 'batch_number',
  expiryDate: 'expiry_date',
  status: 'status',
  stock: 'stock',
  supplier: 'supplier',
  returnBy: 'return_by',
  isUndone: 'is_undone',
  version: 'version',
  createdAt: 'created_at',
  ...(columnsOf(prices) as Record<(typeof prices)[number], string>),
} satisfies Record<keyof Batch, string>

const fields = Object.keys(batchColumns) as (keyof Batch)[]

function storedValue(batch: Batch, field: keyof Batch): Knex.Value {
  const value = batch[field] ?? null
  if (field === 'createdAt') return new Date(batch.createdAt)
  if (typeof value === 'boolean') return Number(value)
  const isPrice = (prices as readonly string[]).includes(field)
  return isPrice && typeof value === 'number' ? rupeesToPaise(value) : value
}

const toRow = (batch: Batch) =>
  Object.fromEntries(fields.map((field) => [batchColumns[field], storedValue(batch, field)]))

interface Change {
  before: Batch
  after: Batch
}

const labels = ['number', 'expiryDate', 'status', 'isUndone', 'supplier', 'returnBy', ...prices] as const

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
    const written = changed.some(changesMore) ? labels : []
    const columns = written.map((label) => [
      batchColumns[label],
      eachOf(changed, ({ after }) => storedValue(after, label)),
    ])
    const count = await unchanged(db('batches'), changed).update({
      ...stockColumns(changed),
      ...Object.fromEntries(columns),
    })
    return count === changed.length
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

/** Aliases of a batch's columns in rows that also hold its medicine. */
const aliasOf = (field: keyof Batch) => `batch_${field}` as const
const aliased = Object.fromEntries(fields.map((field) => [aliasOf(field), `batches.${batchColumns[field]}`]))
const medicineAliased = Object.fromEntries(
  Object.entries(stateColumns).map(([field, column]) => [field, `medicines.${column}`]),
)

type Row = Record<ReturnType<typeof aliasOf>, unknown> & { _id: string }

/** Only `deleted, too` includes deleted medicines; it reads all batches. */
type Which = 'in stock' | 'all' | 'deleted, too'

function toBatch(row: Row): Batch {
  const batch = Object.fromEntries(fields.map((field) => [field, row[aliasOf(field)]]))
  const { isUndone, createdAt } = batch
  const converted = { isUndone: Boolean(isUndone), createdAt: toInstant(createdAt) }
  return { ...batch, ...pricesIn(batch), ...converted } as Batch
}

function onlyState(row: Row & StateRow): StateRow {
  const fields = Object.keys(stateColumns) as (keyof StateRow)[]
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as StateRow
}

const lockedColumns = Object.entries({ ...aliased, ...medicineAliased })
  .map(([field, column]) => `${column} as \`${field}\``)
  .join(', ')

/** Handwritten, because every sale runs it. Building the text with knex takes as long as executing it. */
function lockStatement(count: number, which: Which): string {
  const on = `batches.medicine_id = medicines.id${which === 'in stock' ? ' and stock > 0' : ''}`
  const ids = new Array(count).fill('?').join(', ')
  const living = which === 'deleted, too' ? '' : ' and deleted_at is null'
  return `select ${lockedColumns} from medicines left join batches on ${on} where medicines.id in (${ids})${living} order by medicines.id`
}

const batchesIn = (rows: Row[]): Batch[] => rows.filter(({ batch__id }) => batch__id !== null).map(toBatch)

export function createShelfStore(db: Knex) {
  const joined = (ids: string[], which: Which) =>
    db('medicines')
      .leftJoin('batches', (on) => {
        on.on('batches.medicine_id', 'medicines.id')
        if (which === 'in stock') on.andOn(db.raw('stock > 0'))
      })
      .whereIn('medicines.id', ids)
      .select({ ...aliased, _id: 'medicines.id' })

  async function lockRows(ids: string[], which: Which): Promise<(Row & StateRow)[]> {
    const sql = lockStatement(ids.length, which)
    const found = await db.raw(byDialect(db, { sqlite: sql, mysql: `${sql} for update` }), ids)
    return byDialect(db, { sqlite: found, mysql: found[0] })
  }

  function shelvesOf(medicineIds: Iterable<string>, rows: Row[]): Map<string, Shelf> {
    const own = Map.groupBy(rows, ({ _id }) => _id)
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
