import {
  addDays,
  type BillDocument,
  DAY_MS,
  type ListBillsQuery,
  type ListedBill,
  listedBillSchema,
  MAX_MADE_AT_AGE_MS,
} from '@mms/contracts'
import { toInstant } from '@mms/service-kit'
import type { Knex } from 'knex'
import { phoneKey } from './rules.ts'

export type BillPosition = [recordedAt: string, id: string]

function whereFound(query: Knex.QueryBuilder, search: string): void {
  if (search.includes('/')) query.where('number_text', search.toUpperCase())
  else if (/^\d{1,6}$/.test(search)) query.where('number', Number(search))
  else query.where('customer_phone', phoneKey(search))
}

function whereOlder(query: Knex.QueryBuilder, table: string, id: string, after: BillPosition): void {
  const column = `${table}.recorded_at`
  const at = new Date(after[0])
  const sameTime = (one: Knex.QueryBuilder) => void one.where(column, at).where(id, '<', after[1])
  query.where((older) => void older.where(column, '<', at).orWhere(sameTime))
}

type Keys = Knex.QueryBuilder<object, { id: string; recordedAt: unknown }[]>

const LATEST_DAYS = MAX_MADE_AT_AGE_MS / DAY_MS + 2

/** A bill is recorded near its day. Searching only that time reads few lines of a medicine. */
function linesOf(db: Knex, { medicineId, batch, day }: ListBillsQuery): Knex.QueryBuilder {
  const lines = db('bill_lines')
  if (day) {
    const times = [addDays(day, -2), addDays(day, LATEST_DAYS)].map((date) => new Date(date))
    lines.whereBetween('bill_lines.recorded_at', times as [Date, Date])
  }
  if (medicineId) lines.where('medicine_id', medicineId)
  if (batch) lines.where('batch_number', batch.toUpperCase())
  return lines
}

/**
 * A search for medicine or batch alone reads the lines, any other search the bills. Lines store the time of their bill,
 * so that their indexes can end with its time and id.
 */
function keysOf(db: Knex, query: ListBillsQuery, after?: BillPosition): Keys {
  const { search, day, medicineId, batch, differs } = query
  const byLine = medicineId !== undefined || batch !== undefined
  const byBill = search !== undefined || day !== undefined || differs !== undefined
  const [table, id] = byLine && !byBill ? ['bill_lines', 'bill_lines.bill_id'] : ['bills', 'bills.id']
  const found: Knex.QueryBuilder = byLine && !byBill ? linesOf(db, query).distinct() : db('bills')
  if (search) whereFound(found, search)
  if (day) found.where('bills.day', day)
  if (differs) found.where('bills.differs', true)
  if (byLine && byBill)
    found.whereExists(
      linesOf(db, query).whereRaw(
        'bill_lines.recorded_at = bills.recorded_at and bill_lines.bill_id = bills.id',
      ),
    )
  if (after) whereOlder(found, table, id, after)
  const keys: Knex.QueryBuilder = found.select({ id, recordedAt: `${table}.recorded_at` })
  return keys.orderBy([
    { column: `${table}.recorded_at`, order: 'desc' },
    { column: id, order: 'desc' },
  ])
}

const toListed = ({ customer, lines, ...document }: BillDocument, differs: boolean): ListedBill =>
  listedBillSchema.parse({
    ...document,
    customer: customer && { name: customer.name, phone: customer.phone },
    lines: lines.length,
    differs,
  })

export async function listBills(db: Knex, query: ListBillsQuery, limit: number, after?: BillPosition) {
  const keys = await keysOf(db, query, after).limit(limit)
  const ids = keys.map(({ id }) => id)
  const rows: { id: string; document: string; differs: unknown }[] = await db('bills')
    .whereIn('id', ids)
    .select('id', 'document', 'differs')
  const byId = new Map(rows.map((row) => [row.id, row]))
  return keys.flatMap(({ id, recordedAt }) => {
    const row = byId.get(id)
    if (!row) return []
    const position: BillPosition = [toInstant(recordedAt as Date), id]
    return [{ position, bill: toListed(JSON.parse(row.document), Boolean(row.differs)) }]
  })
}
