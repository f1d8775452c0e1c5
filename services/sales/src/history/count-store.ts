import { type ListTransactionsQuery, storeDate, type TransactionType } from '@mms/contracts'
import { addUp } from '@mms/service-kit'
import type { Knex } from 'knex'
import { effectOf, type TransactionRecord } from '../transactions/rules.ts'

/** A completed transaction, or several alike, as far as counting and summing go. */
export type Counted = Pick<
  TransactionRecord,
  'type' | 'createdAt' | 'direction' | 'quantity' | 'reverses' | 'totalPaise'
>

/** Inclusive store days. */
export type CountCriteria = Pick<ListTransactionsQuery, 'type' | 'startDate' | 'endDate'>

/** What the transactions of one type and store day come to. */
export interface DailyCount {
  day: string
  type: TransactionType
  completed: number
  /** As `completed`. Serves release 0.1, which sums a day again where they differ. */
  summed: number
  units_in: number
  units_out: number
  paise: number
}

const sums = ['completed', 'summed', 'units_in', 'units_out', 'paise'] as const

function addTo(row: DailyCount, counted: Counted): DailyCount {
  const effect = effectOf(counted)
  return {
    ...row,
    completed: row.completed + 1,
    summed: row.summed + 1,
    units_in: row.units_in + Math.max(0, effect),
    units_out: row.units_out - Math.min(0, effect),
    paise: row.paise + counted.totalPaise,
  }
}

/** A row for each store day and type, in the one order in which they are locked: two replicas must not deadlock. */
function countsOf(counted: Counted[], timeZone: string): DailyCount[] {
  const rows = new Map<string, DailyCount>()
  for (const each of counted) {
    const { type } = each
    const day = storeDate(timeZone, each.createdAt)
    const key = `${day} ${type}`
    const empty = { day, type, completed: 0, summed: 0, units_in: 0, units_out: 0, paise: 0 }
    rows.set(key, addTo(rows.get(key) ?? empty, each))
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

function inRange(db: Knex, { type, startDate, endDate }: CountCriteria): Knex.QueryBuilder {
  const query = db('daily_counts')
  if (type) query.where({ type })
  if (startDate) query.where('day', '>=', startDate)
  if (endDate) query.where('day', '<=', endDate)
  return query
}

/** How many were completed: one sum, null of no day. */
export const countedQuery = (db: Knex, criteria: CountCriteria): Knex.QueryBuilder =>
  inRange(db, criteria).sum({ total: 'completed' })

export function createCountStore(db: Knex, timeZone: string) {
  return {
    /** Adds completed transactions; in the database transaction that completes them. */
    add: (counted: Counted[]): Promise<void> =>
      addUp(db, 'daily_counts', countsOf(counted, timeZone), ['day', 'type'], sums),
    /** The sums by type. */
    async sum(criteria: CountCriteria): Promise<Omit<DailyCount, 'day'>[]> {
      const rows: { type: TransactionType; [column: string]: unknown }[] = await inRange(db, criteria)
        .groupBy('type')
        .select('type')
        .sum(Object.fromEntries(sums.map((column) => [column, column])))
      const numbers = (row: Record<string, unknown>) => sums.map((column) => [column, Number(row[column])])
      return rows.map((row) => ({ type: row.type, ...Object.fromEntries(numbers(row)) }))
    },
    async removeAll(): Promise<void> {
      await db('daily_counts').delete()
    },
  }
}
