import type { TransactionType } from '@mms/contracts'
import { byDialect } from '@mms/service-kit'
import type { Knex } from 'knex'
import { type JoinedMedicine, joinedMedicine, toShownMedicine } from '../medicines/store.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { listedColumns, type TransactionRow, toRecord } from '../transactions/store.ts'
import { type CountCriteria, countedQuery } from './count-store.ts'

export interface TransactionCriteria {
  type?: TransactionType | undefined
  from?: Date | undefined
  until?: Date | undefined
  medicineId?: string | undefined
  person?: string | undefined
  undone?: 'excluded' | undefined
}

export interface ListCriteria extends TransactionCriteria, CountCriteria {
  status?: 'cancelled' | undefined
}

export type HistoryPosition = Pick<TransactionRecord, 'createdAt' | 'id'>

interface Totals {
  completed_total: number | null
  pending_total: number
}
type PageRow = TransactionRow & JoinedMedicine & Totals

const listed = ['completed', 'pending']

/** With the table name, because `medicines` has an id, too. */
const ID = 'transactions.id'
const pageColumns = Object.fromEntries(
  Object.entries(listedColumns).map(([field, column]) => [field, `transactions.${column}`]),
)

export function whereMatches(
  query: Knex.QueryBuilder,
  { type, from, until, medicineId, person, undone }: TransactionCriteria,
): void {
  if (medicineId) query.where('medicine_id', medicineId)
  if (person) query.where('created_by', person)
  if (type) query.where('type', type)
  if (from) query.where('created_at', '>=', from)
  if (until) query.where('created_at', '<', until)
  if (undone) query.where({ reverses: null, reversed_by: null })
}

/** Daily sums cover the whole store and all its undone transactions. Other filters must read the transactions. */
export const needsTransactions = ({ medicineId, person, undone }: TransactionCriteria): boolean =>
  (medicineId ?? person ?? undone) !== undefined

/** Cancelled transactions are few and have an index of their own. */
function whereListed(query: Knex.QueryBuilder, criteria: ListCriteria): void {
  if (criteria.status === 'cancelled') query.where('cancelled_at', '>', new Date(0))
  else query.whereIn('status', listed)
  whereMatches(query, criteria)
}

/** Begins with a plain range on `created_at`, so that both databases use its index. */
function whereAfter(query: Knex.QueryBuilder, { createdAt, id }: HistoryPosition): void {
  query
    .where('created_at', '<=', createdAt)
    .where((either) => void either.where('created_at', '<', createdAt).orWhere(ID, '<', id))
}

/** Forces an index. MariaDB would otherwise scan up to 80,000 of the newest rows for a filter by type or medicine. */
function rowsFor(db: Knex, { type, medicineId, person, status }: ListCriteria): Knex.QueryBuilder {
  if (status === 'cancelled') return db('transactions')
  const byPerson = person && 'transactions_by_person'
  const index = medicineId ? 'transactions_by_medicine' : (byPerson ?? (type && 'transactions_by_type'))
  if (!index) return db('transactions')
  const mysql = db(db.raw('transactions force index (??)', index))
  return byDialect(db, { sqlite: db('transactions'), mysql })
}

/** Reads page and totals in one statement, so that both show the same moment. */
export function createHistoryQueries(db: Knex) {
  const countOf = (query: Knex.QueryBuilder, criteria: TransactionCriteria): Knex.QueryBuilder => {
    whereMatches(query, criteria)
    return query.count({ count: '*' })
  }
  // Not `whereNotNull`, for which SQLite reads the whole index.
  const pendingQuery = (criteria: TransactionCriteria): Knex.QueryBuilder =>
    countOf(db('transactions').where('next_attempt_at', '>', new Date(0)), criteria)

  const totals = (criteria: ListCriteria) => {
    if (criteria.status === 'cancelled') {
      const cancelled = db('transactions')
      whereListed(cancelled, criteria)
      return { completed_total: cancelled.count({ count: '*' }), pending_total: db.raw('0') }
    }
    const completed = needsTransactions(criteria)
      ? countOf(db('transactions').where({ status: 'completed' }), criteria)
      : countedQuery(db, criteria)
    return { completed_total: completed, pending_total: pendingQuery(criteria) }
  }

  const pageQuery = (criteria: ListCriteria, limit: number, after?: HistoryPosition): Knex.QueryBuilder => {
    const query = rowsFor(db, criteria).leftJoin('medicines', 'medicines.id', 'transactions.medicine_id')
    whereListed(query, criteria)
    if (after) whereAfter(query, after)
    return query
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: ID, order: 'desc' },
      ])
      .limit(limit)
      .select(pageColumns)
      .select(joinedMedicine(db))
  }

  return {
    pageQuery,
    pendingQuery,
    listQuery: (criteria: ListCriteria, limit: number, after?: HistoryPosition): Knex.QueryBuilder =>
      pageQuery(criteria, limit, after).select(totals(criteria)),
    /** Reads the totals alone, because an empty page has no row with them. */
    totalsQuery: (criteria: ListCriteria): Knex.QueryBuilder => db.select(totals(criteria)),
  }
}

export function createHistoryStore(db: Knex) {
  const { listQuery, pageQuery, totalsQuery } = createHistoryQueries(db)
  const toListed = (row: PageRow) => ({ record: toRecord(row), medicine: toShownMedicine(row) })
  return {
    async rows(criteria: ListCriteria, limit: number, after: HistoryPosition) {
      const rows: PageRow[] = await pageQuery(criteria, limit, after)
      return rows.map(toListed)
    },
    async page(criteria: ListCriteria, limit: number, after?: HistoryPosition) {
      const rows: PageRow[] = await listQuery(criteria, limit, after)
      const [totals]: Totals[] = rows.length > 0 ? rows : await totalsQuery(criteria)
      const { completed_total: completed, pending_total: pending } = totals as Totals
      return { transactions: rows.map(toListed), total: Number(completed ?? 0) + Number(pending) }
    },
    async listNames(ids: string[]): Promise<Map<string, string>> {
      const rows: { id: string; type: TransactionType; quantity: number; name: string | null }[] = await db(
        'transactions',
      )
        .leftJoin('medicines', 'medicines.id', 'transactions.medicine_id')
        .whereIn(ID, ids)
        .select({ id: ID, type: 'type', quantity: 'quantity', name: 'medicines.name' })
      return new Map(
        rows.map(({ id, type, quantity, name }) => [
          id,
          `${type} of ${quantity} × ${name ?? 'unknown medicine'}`,
        ]),
      )
    },
    async completedAfter(id: string, limit: number): Promise<TransactionRecord[]> {
      const rows: TransactionRow[] = await db('transactions')
        .where('id', '>', id)
        .where({ status: 'completed' })
        .orderBy('id')
        .limit(limit)
        .select(listedColumns)
      return rows.map(toRecord)
    },
  }
}
