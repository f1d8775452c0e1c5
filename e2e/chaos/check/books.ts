import { type NamedBatch, type StockOutcome, stockEffect, type TransactionType } from '@mms/contracts'
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

/** What a movement did to a batch; a line of no movement has no version. */
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
  /** The batch that it named, where the database does not parse it in JSON; absent in releases that know none. */
  batch?: string | NamedBatch | null
}

/** What both services have written down, read from their databases once everything has come to rest. */
export interface Books {
  medicines: MedicineRow[]
  /** By medicine and version. */
  movements: MovementRow[]
  batches: BatchRow[]
  /** Of movements of one batch, too. */
  lines: LineRow[]
  commands: Map<string, StockOutcome>
  inventoryOutbox: OutboxRow[]
  transactions: TransactionRow[]
  /** Sales' own model of the medicines. */
  known: Map<string, { version: number; currentStock: number }>
  dailyCounts: Map<string, number>
  salesOutbox: OutboxRow[]
  /** Of the services beside a sale's way, where they run. */
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
  'id',
  'medicine_id',
  'version',
  'type',
  'effect',
  'balance_after',
  'reverses',
].concat('batch_id', 'batch_balance_after')

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
    const outcomes = commands.map((row): [string, StockOutcome] => [row.id, JSON.parse(row.outcome)])
    const inventoryOutbox = await outboxOf(db)
    return { medicines, movements, batches, lines, commands: new Map(outcomes), inventoryOutbox }
  })

const readSales = (url: string) =>
  readTables(url, async (db) => {
    const known: Row[] = await db('medicines').select('id', 'version', 'state')
    const counts: Row[] = await db('daily_counts').groupBy('type').select('type').sum({ total: 'completed' })
    return {
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

/** How many transactions have no outcome yet. */
export async function readPending({ urls }: Pick<Stage, 'urls'>): Promise<number> {
  const row = await readTables(urls.sales, (db) =>
    db('transactions').whereNotNull('next_attempt_at').count({ count: '*' }).first(),
  )
  return Number(row?.count)
}

/** The row of the newest event of each service. */
export async function readNewest({ urls }: Pick<Stage, 'urls'>) {
  const newest = (url: string) => readTables(url, (db) => db('outbox').max({ id: 'id' }).first())
  const [inventory, sales] = await Promise.all([newest(urls.inventory), newest(urls.sales)])
  return { inventory: Number(inventory?.id), sales: Number(sales?.id) }
}

/** What a transaction does to the stock, in units, said here a second time: it checks the first. */
export function effectOf({ type, quantity, direction, reverses }: TransactionRow): number {
  const effect = stockEffect(type, quantity, direction ?? 'increase')
  return reverses ? -effect : effect
}

export function sumBy<T>(rows: T[], keyOf: (row: T) => string, amountOf: (row: T) => number) {
  const sums = new Map<string, number>()
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + amountOf(row))
  return sums
}
