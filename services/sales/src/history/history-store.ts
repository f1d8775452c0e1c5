import type { TransactionType } from '@mms/contracts'
import type { Knex } from 'knex'
import { listedColumns, type TransactionRow, toRecord } from '../transactions/row.ts'
import type { TransactionRecord } from '../transactions/rules.ts'

/** Which transactions a list shows: of one type, of one medicine, made in `[from, until)`. */
export interface Criteria {
  type?: TransactionType | undefined
  from?: Date | undefined
  until?: Date | undefined
  medicineId?: string | undefined
}

/** Where a page begins: after this row, in the order newest first. */
export interface Position {
  createdAt: Date
  id: string
}

/** Refused and cancelled ones had no effect: they are found by id, and are no part of the history. */
const listed = ['completed', 'pending']

export function whereMatches(query: Knex.QueryBuilder, { type, from, until, medicineId }: Criteria): void {
  if (medicineId) query.where('medicine_id', medicineId)
  if (type) query.where('type', type)
  if (from) query.where('created_at', '>=', from)
  if (until) query.where('created_at', '<', until)
}

/** Begins with a plain range on `created_at`: that is what both planners take from the index. */
function whereAfter(query: Knex.QueryBuilder, { createdAt, id }: Position): void {
  query
    .where('created_at', '<=', createdAt)
    .where((or) => void or.where('created_at', '<', createdAt).orWhere('id', '<', id))
}

export function createHistoryStore(db: Knex) {
  return {
    pageQuery(criteria: Criteria, limit: number, after?: Position): Knex.QueryBuilder {
      const query = db('transactions').whereIn('status', listed)
      whereMatches(query, criteria)
      if (after) whereAfter(query, after)
      return query
        .orderBy([
          { column: 'created_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ])
        .limit(limit)
        .select(listedColumns)
    },
    /** Completed ones in the order of their ids, after an id. */
    async completedAfter(id: string, limit: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await db('transactions')
        .where('id', '>', id)
        .where({ status: 'completed' })
        .orderBy('id')
        .limit(limit)
        .select(listedColumns)
      return rows.map(toRecord)
    },
    async list(criteria: Criteria, limit: number, after?: Position): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await this.pageQuery(criteria, limit, after)
      return rows.map(toRecord)
    },
    pendingQuery(criteria: Criteria): Knex.QueryBuilder {
      const query = db('transactions').whereNotNull('next_attempt_at')
      whereMatches(query, criteria)
      return query.count({ count: '*' })
    },
    async countPending(criteria: Criteria): Promise<number> {
      const [row] = await this.pendingQuery(criteria)
      return Number(row.count)
    },
  }
}
