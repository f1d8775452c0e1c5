import { createPool, type RowDataPacket } from 'mysql2/promise'
import { serveJson } from './bare-server.ts'

/**
 * The yardstick: node:http and mysql2, the queries and the JSON of inventory's list and single medicine,
 * and nothing else: no framework, token, log or validation.
 */
const pool = createPool({
  uri: process.env.DATABASE_URL as string,
  connectionLimit: 10,
  timezone: 'Z',
  charset: 'UTF8MB4_BIN',
  dateStrings: ['DATE'],
})

const columns =
  'id, name, category, manufacturer, barcode, current_stock, min_stock_level, unit_price_paise, expiry_date, demand_factors, version, created_at, updated_at'
const byId = `select ${columns} from medicines where id = ? and deleted_at is null limit 1`
const page = `select ${columns} from medicines where sort_name >= '' order by sort_name, id limit 51`
const search = `select ${columns} from medicines where sort_name >= '' and category = ?
  and instr(search_text, ?) > 0 order by sort_name, id limit 51`

function toMedicine(row: RowDataPacket) {
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    manufacturer: row.manufacturer,
    barcode: row.barcode,
    currentStock: row.current_stock,
    minStockLevel: row.min_stock_level,
    unitPrice: row.unit_price_paise / 100,
    expiryDate: row.expiry_date,
    demandFactors: JSON.parse(row.demand_factors),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

async function answer(path: string): Promise<unknown> {
  if (path.startsWith('/api/medicines?')) {
    const [, category, text] = /&category=(\w+)&search=(\w+)$/.exec(path) ?? []
    const [rows] = await pool.query<RowDataPacket[]>(category ? search : page, [category, text])
    return rows.slice(0, 50).map(toMedicine)
  }
  const [rows] = await pool.query<RowDataPacket[]>(byId, [path.slice('/api/medicines/'.length)])
  return rows[0] && toMedicine(rows[0])
}

serveJson(200, (request) => answer(request.url as string))
