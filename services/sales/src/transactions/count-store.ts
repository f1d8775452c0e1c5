import { type ListTransactionsQuery, storeDate, type TransactionType } from '@mms/contracts'
import { inTransaction, isEmbedded } from '@mms/service-kit'
import type { Knex } from 'knex'

/** A completed transaction, as far as counting goes. */
export interface Counted {
  type: TransactionType
  createdAt: Date
}

/** Inclusive store days. */
export type CountCriteria = Pick<ListTransactionsQuery, 'type' | 'startDate' | 'endDate'>

const PAGE = 10_000

export function createCountStore(db: Knex, timeZone: string) {
  const incremented = `daily_counts.completed + ${isEmbedded(db) ? 'excluded.completed' : 'values(completed)'}`

  const tally = (counted: Counted[]) => {
    const totals = new Map<string, { day: string; type: TransactionType; completed: number }>()
    for (const { type, createdAt } of counted) {
      const day = storeDate(timeZone, createdAt)
      const key = `${day} ${type}`
      totals.set(key, { day, type, completed: (totals.get(key)?.completed ?? 0) + 1 })
    }
    // Always locked in the same order, so that two replicas do not deadlock.
    return [...totals.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  }

  return {
    /** Adds completed transactions; in the database transaction that completes them. */
    async add(counted: Counted[]): Promise<void> {
      if (counted.length === 0) return
      await db('daily_counts')
        .insert(tally(counted))
        .onConflict(['day', 'type'])
        .merge({ completed: db.raw(incremented) })
    },
    async count({ type, startDate, endDate }: CountCriteria): Promise<number> {
      const query = db('daily_counts')
      if (type) query.where({ type })
      if (startDate) query.where('day', '>=', startDate)
      if (endDate) query.where('day', '<=', endDate)
      const [row] = await query.sum({ total: 'completed' })
      return Number(row?.total ?? 0)
    },
  }
}

async function countAgain(trx: Knex.Transaction, timeZone: string): Promise<void> {
  const counts = createCountStore(trx, timeZone)
  await trx('daily_counts').delete()
  for (let after = ''; ; ) {
    const rows = await trx('transactions')
      .where('id', '>', after)
      .where({ status: 'completed' })
      .orderBy('id')
      .limit(PAGE)
      .select('id', 'type', 'created_at')
    await counts.add(rows.map((row) => ({ type: row.type, createdAt: new Date(row.created_at) })))
    if (rows.length < PAGE) return
    after = rows.at(-1)?.id
  }
}

/**
 * Counts by the days of `timeZone`, from now on and for everything before. Run at start, before anything is
 * recorded: after a change of the zone the replicas of the old one must be gone.
 */
export async function countByDaysOf(db: Knex, timeZone: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx('calendar').insert({ id: 1, time_zone: timeZone }).onConflict('id').ignore()
    const { time_zone: counted } = await trx('calendar').where({ id: 1 }).forUpdate().first('time_zone')
    if (counted === timeZone) return
    await countAgain(trx, timeZone)
    await trx('calendar').where({ id: 1 }).update({ time_zone: timeZone })
  })
}
