import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ExpiryQueueSummary } from '@mms/contracts'
import { byDialect, rupeesOfSum } from '@mms/service-kit'
import type { Knex } from 'knex'
import { FIRST, inState, type Place, type Queue, queuedAfter } from './queue-store.ts'

const columns = ['batches', 'units', 'value', 'expiredBatches', 'expiredUnits', 'expiredValue'] as const
type Sums = Record<(typeof columns)[number], number>

const ROWS = { sqlite: 1_000, mysql: 3_000 }
const LANES = { sqlite: 1, mysql: 3 }

async function placesUntil(db: Knex, until: string): Promise<Place[]> {
  const places = [FIRST]
  for (;;) {
    await nextTurn()
    const row = await queuedAfter(db('batches'), places.at(-1) as Place, until)
      .orderBy(['stock_date', 'id'])
      .offset(byDialect(db, ROWS) - 1)
      .first('stock_date', 'id')
    if (!row) return places
    places.push([row.stock_date, row.id])
  }
}

async function sumBetween(
  db: Knex,
  { from, to, until, state, today }: Queue & { from: Place; to: Place | undefined },
): Promise<Sums> {
  const query = inState(queuedAfter(db('batches'), from, to?.[0] ?? until), state, today)
  if (to) query.whereNot((beyond) => void queuedAfter(beyond, to, until))
  const value = 'stock * coalesce(batches.unit_price_paise, medicines.unit_price_paise)'
  const expired = (what: string) => db.raw(`sum(case when stock_date < ? then ${what} else 0 end)`, [today])
  const row = await query
    .join('medicines', 'medicines.id', 'batches.medicine_id')
    .whereNull('deleted_at')
    .first({
      ...{ batches: db.raw('count(*)'), units: db.raw('sum(stock)'), value: db.raw(`sum(${value})`) },
      ...{ expiredBatches: expired('1'), expiredUnits: expired('stock'), expiredValue: expired(value) },
    })
  return Object.fromEntries(columns.map((column) => [column, Number(row[column] ?? 0)])) as Sums
}

export async function sumExpiring(db: Knex, queue: Queue): Promise<ExpiryQueueSummary> {
  const places = await placesUntil(db, queue.until)
  const parts = places.map((from, at) => ({ from, to: places[at + 1], ...queue }))
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
    ...{ batches: count('batches'), units: count('units'), value: rupees('value') },
    ...{ expiredBatches: count('expiredBatches'), expiredUnits: count('expiredUnits') },
    expiredValue: rupees('expiredValue'),
  }
}
