import { DEFAULT_TIME_ZONE, type ListTransactionsQuery, storeDayBounds } from '@mms/contracts'
import { openDatabase } from '@mms/service-kit'
import { createPool, type RowDataPacket } from 'mysql2/promise'
import { createHistoryQueries } from '../../services/sales/src/history/history-store.ts'
import { serveJson } from './bare-server.ts'

/**
 * Baseline for the history: node:http and mysql2, the service's own statement per list, and JSON. No framework,
 * token, log or validation.
 */
const uri = process.env.DATABASE_URL as string
const { listQuery } = createHistoryQueries(openDatabase(uri))
const pool = createPool({
  uri,
  connectionLimit: 10,
  timezone: 'Z',
  charset: 'UTF8MB4_BIN',
  decimalNumbers: true,
})

type Statement = [sql: string, bindings: unknown[]]
const statements = new Map<string, Statement>()

function statementOf(path: string): Statement {
  const made = statements.get(path)
  if (made) return made
  const asked = Object.fromEntries(new URL(path, 'http://bare').searchParams) as ListTransactionsQuery
  const criteria = { ...asked, ...storeDayBounds(asked, DEFAULT_TIME_ZONE) }
  const { sql, bindings } = listQuery(criteria, 51).toSQL().toNative()
  const statement: Statement = [sql, [...bindings]]
  statements.set(path, statement)
  return statement
}

function toTransaction(row: RowDataPacket) {
  return {
    _id: row.id,
    medicineId: { _id: row.medicineId, name: row.medicineName, category: row.medicineCategory },
    type: row.type,
    direction: row.direction,
    quantity: row.quantity,
    unitPrice: row.unitPricePaise / 100,
    totalAmount: row.totalPaise / 100,
    note: row.note,
    status: row.status,
    reason: row.reason,
    newStockLevel: row.balanceAfter,
    reverses: row.reverses,
    reversedBy: row.reversedBy,
    sample: row.sample === 1,
    recordedBy: { _id: row.createdBy, name: row.createdByName },
    createdAt: row.createdAt.toISOString(),
  }
}

serveJson(200, async ({ url = '' }) => {
  const [rows] = await pool.query<RowDataPacket[]>(...statementOf(url))
  return rows.slice(0, 50).map(toTransaction)
})
