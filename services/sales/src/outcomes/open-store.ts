import type { Knex } from 'knex'
import { listedColumns, type TransactionRow, toRecord } from '../transactions/row.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

const toDate = (instant: Date | number | null) => (instant === null ? null : new Date(instant))

export function createOpenStore(db: Knex) {
  const open = () => db('transactions').where('next_attempt_at', '>', new Date(0))

  return {
    async stats() {
      const [row] = await open().select({
        count: db.raw('count(case when stuck_since is null then 1 end)'),
        oldest: db.raw('min(case when stuck_since is null then coalesce(recorded_at, created_at) end)'),
        stuck: db.raw('count(stuck_since)'),
        oldestStuck: db.raw('min(stuck_since)'),
      })
      const { count, oldest, stuck, oldestStuck } = row
      return {
        count: Number(count),
        oldest: toDate(oldest),
        stuck: Number(stuck),
        oldestStuck: toDate(oldestStuck),
      }
    },
    stuckQuery: (limit: number): Knex.QueryBuilder =>
      open().whereNotNull('stuck_since').orderBy('stuck_since').limit(limit).select(listedColumns),
    async stuck(limit: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await this.stuckQuery(limit)
      return rows.map(toRecord)
    },
  }
}
