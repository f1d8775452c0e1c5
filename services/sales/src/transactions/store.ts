import type { Knex } from 'knex'
import { columns, type TransactionRow, toRecord, toRow } from './row.ts'
import type { TransactionRecord } from './rules.ts'

export function createTransactionStore(db: Knex) {
  const firstOf = async (query: Knex.QueryBuilder): Promise<TransactionRecord | undefined> => {
    const row: TransactionRow | undefined = await query.first(columns)
    return row && toRecord(row)
  }

  return {
    find: (id: string) => firstOf(db('transactions').where({ id })),
    findByKey: (callerId: string, key: string) =>
      firstOf(db('transactions').where({ created_by: callerId, idempotency_key: key })),
    async hasAny(ids: string[]): Promise<boolean> {
      return (await db('transactions').whereIn('id', ids).first('id')) !== undefined
    },
    /** Throws a unique violation and inserts nothing if a key exists. */
    async insert(records: TransactionRecord[]): Promise<void> {
      await db('transactions').insert(records.map(toRow))
    },
    async markReversed(id: string, reversalId: string): Promise<boolean> {
      const free = { id, status: 'completed', sample: false, reverses: null, reversed_by: null }
      return (await db('transactions').where(free).update({ reversed_by: reversalId })) === 1
    },
    async unmarkReversed(reversals: TransactionRecord[]): Promise<void> {
      const originals = reversals.flatMap(({ reverses }) => reverses ?? [])
      await db('transactions')
        .whereIn('id', originals)
        .whereIn(
          'reversed_by',
          reversals.map(({ id }) => id),
        )
        .update({ reversed_by: null })
    },
  }
}
export type TransactionStore = ReturnType<typeof createTransactionStore>
