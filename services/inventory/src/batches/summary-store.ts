import { addDays, type ExpiryQueueSummary } from '@mms/contracts'
import { byDialect, rupeesOfSum } from '@mms/service-kit'
import type { Knex } from 'knex'

type Row = Record<'batches' | 'units' | 'value', number | string | null>

interface Sums {
  batches: number
  units: number
  values: number[]
}

/** Days of one statement: an embedded database serves nothing else meanwhile. */
const DAYS = 15
const MOST_STATEMENTS = 24
/** Statements at a time: of an embedded database there is one connection, for which others wait. */
const LANES = { sqlite: 1, mysql: 3 }
const FIRST = '0001-01-01'

/** Days from `from` to `until` in parts, both included. */
function partsOf(from: string, until: string): [first: string, last: string][] {
  const parts: [string, string][] = []
  for (let first = from; first <= until; ) {
    const end = addDays(first, DAYS - 1)
    const last = end >= until || parts.length === MOST_STATEMENTS - 1 ? until : end
    parts.push([first, last])
    first = addDays(last, 1)
  }
  return parts
}

async function sumBetween(db: Knex, first: string, last: string): Promise<Row> {
  return db('batches')
    .join('medicines', 'medicines.id', 'batches.medicine_id')
    .whereNull('deleted_at')
    .whereBetween('stock_date', [first, last])
    .first({
      batches: db.raw('count(*)'),
      units: db.raw('sum(stock)'),
      value: db.raw('sum(stock * coalesce(batches.unit_price_paise, medicines.unit_price_paise))'),
    })
}

const count = (sum: number | string | null) => Number(sum ?? 0)

const total = (rows: Row[]): Sums => ({
  batches: rows.reduce((sum, row) => sum + count(row.batches), 0),
  units: rows.reduce((sum, row) => sum + count(row.units), 0),
  values: rows.map((row) => count(row.value)),
})

/** Sums of what is in stock and expires up to `until`; of it, what has expired before `today`. */
export async function sumExpiring(db: Knex, until: string, today: string): Promise<ExpiryQueueSummary> {
  const yesterday = addDays(today, -1)
  const gone = await sumBetween(db, FIRST, until < yesterday ? until : yesterday)
  const parts = partsOf(today, until)
  const rows: Row[] = []
  const sumNext = async () => {
    for (let part = parts.shift(); part; part = parts.shift()) rows.push(await sumBetween(db, ...part))
  }
  await Promise.all(Array.from({ length: byDialect(db, LANES) }, sumNext))
  const [expired, all] = [total([gone]), total([gone, ...rows])]
  return {
    batches: all.batches,
    units: all.units,
    value: rupeesOfSum(all.values),
    expiredBatches: expired.batches,
    expiredUnits: expired.units,
    expiredValue: rupeesOfSum(expired.values),
  }
}
