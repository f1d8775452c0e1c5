import { type ListTransactionsQuery, storeDate, type TransactionType } from '@mms/contracts'
import { addToSums, lockAcrossNodes, sumByKeys, sumsOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { stockEffectOf, type TransactionRecord } from '../transactions/rules.ts'

export type CountedTransaction = Pick<
  TransactionRecord,
  'type' | 'createdAt' | 'direction' | 'quantity' | 'reverses' | 'totalPaise'
>

export type CountCriteria = Pick<ListTransactionsQuery, 'type' | 'startDate' | 'endDate'>

export interface TypeSums {
  type: TransactionType
  completed: number
  units_in: number
  units_out: number
  paise: number
}

export const sumColumns = ['completed', 'units_in', 'units_out', 'paise'] as const

/** Sorted, so that replicas lock rows in the same order and cannot deadlock. */
function countsOf(counted: CountedTransaction[], timeZone: string) {
  const rows = counted.map((each) => {
    const effect = stockEffectOf(each)
    return {
      day: storeDate(timeZone, each.createdAt),
      type: each.type,
      completed: 1,
      units_in: Math.max(0, effect),
      units_out: -Math.min(0, effect),
      paise: each.totalPaise,
    }
  })
  const keyOf = ({ day, type }: (typeof rows)[number]) => `${day} ${type}`
  return sumByKeys(rows, ['day', 'type'], sumColumns).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function inRange(db: Knex, { type, startDate, endDate }: CountCriteria): Knex.QueryBuilder {
  const query = db('daily_counts')
  if (type) query.where({ type })
  if (startDate) query.where('day', '>=', startDate)
  if (endDate) query.where('day', '<=', endDate)
  return query
}

export const countedQuery = (db: Knex, criteria: CountCriteria): Knex.QueryBuilder =>
  inRange(db, criteria).sum({ total: 'completed' })

export function createCountStore(db: Knex, timeZone: string) {
  return {
    /** Call it in the transaction that completes the transactions. */
    add: (counted: CountedTransaction[]): Promise<void> =>
      addToSums(db, 'daily_counts', countsOf(counted, timeZone), ['day', 'type'], sumColumns),
    async sum(criteria: CountCriteria): Promise<TypeSums[]> {
      const rows: TypeSums[] = await inRange(db, criteria)
        .groupBy('type')
        .select('type')
        .select(sumsOf(db, Object.fromEntries(sumColumns.map((column) => [column, column]))))
      return rows.map((row) => {
        const numbers = sumColumns.map((column) => [column, Number(row[column])])
        return { ...row, ...Object.fromEntries(numbers) }
      })
    },
    async removeAll(): Promise<void> {
      await db('daily_counts').delete()
    },
  }
}

export function createCalendarStore(trx: Knex.Transaction) {
  const row = () => trx('calendar').where({ id: 1 })
  return {
    /**
     * Locks the calendar until the transaction ends. Returns the stored time zone; without one it stores `timeZone`.
     */
    async lock(timeZone: string): Promise<string> {
      await trx('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').ignore()
      await lockAcrossNodes(trx, row())
      return (await row().forUpdate().first('time_zone')).time_zone
    },
    async update(timeZone: string): Promise<void> {
      await row().update({ time_zone: timeZone })
    },
  }
}
