import { byId } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type TransactionRow, toRecord, transactionColumns } from './row.ts'
import type { TransactionRecord } from './rules.ts'

export interface PendingStats {
  count: number
  oldest: Date | null
}

/** Columns that inventory's outcome decides. */
const decided = {
  status: 'status',
  reason_code: 'reasonCode',
  reason: 'reason',
  movement_version: 'movementVersion',
  balance_after: 'balanceAfter',
} as const

/** Pending transactions and who works on them. Only a pending row is ever written. */
export function createPendingStore(db: Knex) {
  const pending = (id: string) => db('transactions').where({ id, status: 'pending' })

  return {
    dueQuery: (now: Date, limit: number): Knex.QueryBuilder =>
      db('transactions')
        .where('next_attempt_at', '<=', now)
        .orderBy('next_attempt_at')
        .limit(limit)
        .select(transactionColumns),
    async due(now: Date, limit: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await this.dueQuery(now, limit)
      return rows.map(toRecord)
    },
    /** Takes the next attempt until an instant; false when somebody else has. */
    async lease(id: string, attempts: number, until: Date): Promise<boolean> {
      const taken = await pending(id)
        .where({ attempts })
        .update({ attempts: attempts + 1, next_attempt_at: until })
      return taken === 1
    },
    /** Gives the lease of attempt number `attempts` back: the outcome is still unknown. */
    async defer(id: string, attempts: number, until: Date): Promise<void> {
      await pending(id).where({ attempts }).update({ next_attempt_at: until })
    },
    /** Remembers that it is to be cancelled; false when it is not pending any more. */
    async requestCancellation(id: string, leaseUntil: Date): Promise<boolean> {
      return (await pending(id).update({ cancelling: true, next_attempt_at: leaseUntil })) === 1
    },
    /** Writes outcomes in one statement; answers how many still were pending. */
    async finish(records: TransactionRecord[]): Promise<number> {
      const columns = Object.entries(decided).map(([column, field]) => [
        column,
        byId(
          db,
          records.map((record) => [record.id, record[field]]),
        ),
      ])
      const ids = records.map(({ id }) => id)
      return db('transactions')
        .whereIn('id', ids)
        .where({ status: 'pending' })
        .update({ ...Object.fromEntries(columns), next_attempt_at: null })
    },
    async stats(): Promise<PendingStats> {
      const [row] = await db('transactions')
        .whereNotNull('next_attempt_at')
        .select({ count: db.raw('count(*)'), oldest: db.raw('min(created_at)') })
      return { count: Number(row.count), oldest: row.oldest === null ? null : new Date(row.oldest) }
    },
  }
}
export type PendingStore = ReturnType<typeof createPendingStore>
