import {
  type BillDocument,
  type Drawer,
  type GroupOutcome,
  type NamedBatch,
  type StockOutcome,
  stockEffect,
  type TransactionType,
} from '@mms/contracts'
import type { Stage } from '../stage/stage.ts'
import { type OtherBooks, readOthers } from './other-books.ts'
import { type OutboxRow, outboxOf, readTables } from './tables.ts'

export interface MedicineRow {
  id: string
  name: string
  current_stock: number
  min_stock_level: number
  stock_version: number
  version: number
}

export interface BatchRow {
  id: string
  medicine_id: string
  batch_number: string | null
  expiry_date: string | null
  status: string
  stock: number
  created_at: unknown
}

/** Change of a batch by a movement. Manual corrections have no version. */
export interface LineRow {
  movement_id: string
  batch_id: string
  effect: number
  balance_after: number
}

export interface MovementRow {
  id: string
  medicine_id: string
  version: number
  type: string
  effect: number
  balance_after: number
  reverses: string | null
  batch_id: string | null
  batch_balance_after: number | null
}

export interface TransactionRow {
  id: string
  medicine_id: string
  type: TransactionType
  direction: 'increase' | 'decrease' | null
  quantity: number
  status: 'pending' | 'completed' | 'rejected' | 'cancelled'
  movement_version: number | null
  balance_after: number | null
  reverses: string | null
  created_by: string
  unit_price_paise: number
  approved_by: string | null
  sample: number | boolean
  idempotency_key: string
  total_paise: number | string
  /** Absent in release 0.3. */
  bill_id?: string | null
  /** Batch named by the command, as JSON text on some databases. Absent in old releases. */
  batch?: string | NamedBatch | null
}

/** Money in paise, negative for refunds. */
export interface PaymentRow {
  bill_id: string
  mode: string
  amount: number | string
  counter_id: string
  drawer_id: string | null
}

export interface EntryRow {
  drawer_id: string
  counter_id: string
  direction: 'in' | 'out'
  amount: number | string
}

export interface Books {
  medicines: MedicineRow[]
  movements: MovementRow[]
  batches: BatchRow[]
  /** Includes movements of a single batch. */
  lines: LineRow[]
  commands: Map<string, StockOutcome>
  inventoryOutbox: OutboxRow[]
  transactions: TransactionRow[]
  bills: BillDocument[]
  payments: PaymentRow[]
  entries: EntryRow[]
  /** Of closed drawers, oldest first. */
  reports: Drawer[]
  /** Medicines as sales knows them. */
  known: Map<string, { version: number; currentStock: number }>
  dailyCounts: Map<string, number>
  salesOutbox: OutboxRow[]
  /** Identity, alerts and analytics, if they run. */
  others: OtherBooks | undefined
}

type Row = { [column: string]: string | number } & {
  id: string
  state: string
  outcome: string
  type: string
}

const medicineColumns = ['id', 'name', 'current_stock', 'min_stock_level', 'stock_version', 'version']
const movementColumns = [
  ...['id', 'medicine_id', 'version', 'type', 'effect', 'balance_after', 'reverses'],
  ...['batch_id', 'batch_balance_after'],
]

const ownLine = ({ id, batch_id, effect, batch_balance_after }: MovementRow): LineRow[] =>
  batch_id === null || batch_balance_after === null
    ? []
    : [{ movement_id: id, batch_id, effect, balance_after: batch_balance_after }]

const readInventory = (url: string) =>
  readTables(url, async (db) => {
    const medicines: MedicineRow[] = await db('medicines').select(medicineColumns)
    const movements: MovementRow[] = await db('movements')
      .orderBy(['medicine_id', 'version'])
      .select(movementColumns)
    const batches: BatchRow[] = await db('batches').select('*')
    const lines: LineRow[] = [...movements.flatMap(ownLine), ...(await db('movement_lines').select('*'))]
    const commands: Row[] = await db('stock_commands').select('id', 'outcome')
    const parsed = commands.map(({ id, outcome }) => ({
      id,
      outcome: JSON.parse(outcome) as StockOutcome | GroupOutcome,
    }))
    // The lines of a bill have outcomes of their own.
    const outcomes = parsed.flatMap(({ id, outcome }): [string, StockOutcome][] =>
      'movementId' in outcome || !('lines' in outcome) ? [[id, outcome as StockOutcome]] : [],
    )
    const inventoryOutbox = await outboxOf(db)
    return { medicines, movements, batches, lines, commands: new Map(outcomes), inventoryOutbox }
  })

const readSales = (url: string) =>
  readTables(url, async (db) => {
    const known: Row[] = await db('medicines').select('id', 'version', 'state')
    const counts: Row[] = await db('daily_counts').groupBy('type').select('type').sum({ total: 'completed' })
    const hasBills = await db.schema.hasTable('bills')
    const bills: string[] = hasBills ? await db('bills').pluck('document') : []
    const entries = () =>
      db('drawer_entries').join('drawers', 'drawers.id', 'drawer_id').select('drawer_entries.*', 'counter_id')
    const reports: string[] = hasBills
      ? await db('drawers').whereNotNull('report').orderBy('closed_at').pluck('report')
      : []
    return {
      payments: (hasBills ? await db('bill_payments').select('*') : []) as PaymentRow[],
      entries: (hasBills ? await entries() : []) as EntryRow[],
      reports: reports.map((report) => JSON.parse(report) as Drawer),
      bills: bills.map((document) => JSON.parse(document) as BillDocument),
      transactions: (await db('transactions').orderBy('id').select('*')) as TransactionRow[],
      known: new Map(
        known.map(({ id, version, state }): [string, { version: number; currentStock: number }] => [
          id,
          { version: Number(version), currentStock: JSON.parse(state).currentStock as number },
        ]),
      ),
      dailyCounts: new Map(counts.map(({ type, total }) => [type, Number(total)])),
      salesOutbox: await outboxOf(db),
    }
  })

export async function readBooks({ urls, others }: Pick<Stage, 'urls' | 'others'>): Promise<Books> {
  const [inventory, sales] = await Promise.all([readInventory(urls.inventory), readSales(urls.sales)])
  return { ...inventory, ...sales, others: others && (await readOthers(others)) }
}

/** Number of transactions without an outcome. */
export async function readPending({ urls }: Pick<Stage, 'urls'>): Promise<number> {
  return readTables(urls.sales, async (db) => {
    const tables = (await db.schema.hasTable('bills')) ? ['transactions', 'bills'] : ['transactions']
    const counts = await Promise.all(
      tables.map((table) => db(table).whereNotNull('next_attempt_at').count({ count: '*' }).first()),
    )
    return counts.reduce((sum, row) => sum + Number(row?.count), 0)
  })
}

/** Newest event row of each service. */
export async function readNewest({ urls }: Pick<Stage, 'urls'>) {
  const newest = (url: string) => readTables(url, (db) => db('outbox').max({ id: 'id' }).first())
  const [inventory, sales] = await Promise.all([newest(urls.inventory), newest(urls.sales)])
  return { inventory: Number(inventory?.id), sales: Number(sales?.id) }
}

/** Effect of a transaction on stock, in units. Implemented again to check the product's code. */
export function effectOf({ type, quantity, direction, reverses }: TransactionRow): number {
  const effect = stockEffect(type, quantity, direction ?? 'increase')
  return reverses ? -effect : effect
}

/** Sums an amount by a key, both by name or function; without an amount counts the rows. */
export function sumBy<T>(
  rows: readonly T[],
  key: keyof T | ((row: T) => string),
  amount: keyof T | ((row: T) => number) = () => 1,
): Map<string, number> {
  const keyOf = typeof key === 'function' ? key : (row: T) => row[key] as string
  const amountOf = typeof amount === 'function' ? amount : (row: T) => row[amount] as number
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + amountOf(row))
  return sums
}

export const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
