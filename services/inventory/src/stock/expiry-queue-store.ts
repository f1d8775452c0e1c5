import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExpiryQueueSummary, NamedStockBatch, QueueState } from '@mms/contracts'
import { byDialect, rupeesOfSum } from '@mms/service-kit'
import type { Knex } from 'knex'
import { namedBatches, readNamedBatches } from './batch-page-store.ts'

export type QueuePosition = readonly [date: string, id: string]

export const FIRST_POSITION: QueuePosition = ['0001-01-01', '']

/** `stock_date` puts batches without a date last. */
const whereAfter = (query: Knex.QueryBuilder, [date, id]: QueuePosition, until: string): Knex.QueryBuilder =>
  query.whereBetween('batches.stock_date', [date, until]).where((after) => {
    void after
      .where('batches.stock_date', '>', date)
      .orWhere((same) => void same.where('batches.stock_date', date).where('batches.id', '>', id))
  })

function whereInState(query: Knex.QueryBuilder, state: QueueState | undefined, today: string) {
  if (state === 'available') {
    // Most batches are available, so they are read by date. A discounted one needs no action until it expires.
    query.where('batches.status', state)
    query.where((open) => void open.whereNull('discounted_at').orWhere('batches.stock_date', '<', today))
  } else if (state) query.where('batches.queue_state', state)
  return query
}

interface ExpiryQueue {
  until: string
  state: QueueState | undefined
  today: string
}

export function createQueueStore(db: Knex) {
  return {
    listByDate(
      { until, state, today }: ExpiryQueue,
      after: QueuePosition,
      limit: number,
    ): Promise<NamedStockBatch[]> {
      const query = whereInState(whereAfter(namedBatches(db), after, until), state, today)
      return readNamedBatches(query.orderBy(['batches.stock_date', 'batches.id']).limit(limit))
    },
    listHeld: (limit: number): Promise<NamedStockBatch[]> =>
      readNamedBatches(
        namedBatches(db)
          .whereIn('batches.queue_state', ['quarantined', 'recalled'])
          .orderBy([
            { column: 'batches.held_at', order: 'desc' },
            { column: 'batches.id', order: 'desc' },
          ])
          .limit(limit),
      ),
  }
}

const columns = ['batches', 'units', 'value', 'expiredBatches', 'expiredUnits', 'expiredValue'] as const
type Sums = Record<(typeof columns)[number], number>

const ROWS = { sqlite: 1_000, mysql: 3_000 }
const LANES = { sqlite: 1, mysql: 3 }

async function positionsUntil(db: Knex, until: string): Promise<QueuePosition[]> {
  const positions = [FIRST_POSITION]
  for (;;) {
    await nextTurn()
    const row = await whereAfter(db('batches'), positions.at(-1) as QueuePosition, until)
      .orderBy(['stock_date', 'id'])
      .offset(byDialect(db, ROWS) - 1)
      .first('stock_date', 'id')
    if (!row) return positions
    positions.push([row.stock_date, row.id])
  }
}

async function sumBetween(
  db: Knex,
  { from, to, until, state, today }: ExpiryQueue & { from: QueuePosition; to: QueuePosition | undefined },
): Promise<Sums> {
  const query = whereInState(whereAfter(db('batches'), from, to?.[0] ?? until), state, today)
  if (to) query.whereNot((beyond) => void whereAfter(beyond, to, until))
  const value = 'stock * coalesce(batches.unit_price_paise, medicines.unit_price_paise)'
  const expired = (what: string) => db.raw(`sum(case when stock_date < ? then ${what} else 0 end)`, [today])
  const row = await query
    .join('medicines', 'medicines.id', 'batches.medicine_id')
    .whereNull('deleted_at')
    .first({
      batches: db.raw('count(*)'),
      units: db.raw('sum(stock)'),
      value: db.raw(`sum(${value})`),
      expiredBatches: expired('1'),
      expiredUnits: expired('stock'),
      expiredValue: expired(value),
    })
  return Object.fromEntries(columns.map((column) => [column, Number(row[column] ?? 0)])) as Sums
}

export async function sumExpiring(db: Knex, queue: ExpiryQueue): Promise<ExpiryQueueSummary> {
  const positions = await positionsUntil(db, queue.until)
  const parts = positions.map((from, at) => ({ from, to: positions[at + 1], ...queue }))
  const rows: Sums[] = []
  const sumNext = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) {
      await nextTurn()
      rows.push(await sumBetween(db, part))
    }
  }
  await Promise.all(Array.from({ length: byDialect(db, LANES) }, sumNext))
  const count = (column: keyof Sums) => rows.reduce((sum, row) => sum + row[column], 0)
  const rupees = (column: keyof Sums) => rupeesOfSum(rows.map((row) => row[column]))
  return {
    batches: count('batches'),
    units: count('units'),
    value: rupees('value'),
    expiredBatches: count('expiredBatches'),
    expiredUnits: count('expiredUnits'),
    expiredValue: rupees('expiredValue'),
  }
}
