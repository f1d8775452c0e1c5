import { createPool, type RowDataPacket } from 'mysql2/promise'
import { serveJson } from './bare-server.ts'

/**
 * Baseline: node:http and mysql2 with inventory's queries and JSON for a list and one medicine. No framework,
 * token, log or validation.
 */
const pool = createPool({
  uri: process.env.DATABASE_URL as string,
  connectionLimit: 10,
  timezone: 'Z',
  charset: 'UTF8MB4_BIN',
  dateStrings: ['DATE'],
})

const columns =
  'id, name, category, manufacturer, barcode, composition, current_stock, min_stock_level, unit_price_paise, mrp_paise, pack_size, pack_word, unit_word, pack_price_paise, pack_mrp_paise, hsn, tax_class, schedule, expiry_date, demand_factors, version, created_at, updated_at'
const byId = `select ${columns} from medicines where id = ? and deleted_at is null limit 1`
function toMedicine(row: RowDataPacket) {
  return {
    _id: row.id,
    name: row.name,
    category: row.category,
    manufacturer: row.manufacturer,
    barcode: row.barcode,
    composition: row.composition,
    currentStock: row.current_stock,
    minStockLevel: row.min_stock_level,
    unitPrice: row.unit_price_paise / 100,
    mrp: row.mrp_paise === null ? null : row.mrp_paise / 100,
    packSize: row.pack_size,
    packWord: row.pack_word,
    unitWord: row.unit_word,
    packPrice: (row.pack_price_paise ?? row.unit_price_paise * row.pack_size) / 100,
    packMrp: row.pack_mrp_paise === null ? null : row.pack_mrp_paise / 100,
    hsn: row.hsn,
    taxClass: row.tax_class,
    schedule: row.schedule,
    expiryDate: row.expiry_date,
    demandFactors: JSON.parse(row.demand_factors),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function pageOf(query: URLSearchParams): [string, unknown[]] {
  const asked: [string, unknown[]][] = [["sort_name >= ''", []]]
  const [category, text, after] = ['category', 'search', 'after'].map((name) => query.get(name))
  if (category) asked.push(['category = ?', [category]])
  if (text) asked.push(['instr(sort_name, ?) > 0', [text]])
  if (after) {
    const [name, id] = JSON.parse(Buffer.from(after, 'base64url').toString())
    asked.push(['sort_name >= ? and (sort_name > ? or id > ?)', [name, name, id]])
  }
  const where = asked.map(([sql]) => sql).join(' and ')
  const values = asked.flatMap(([, bindings]) => bindings)
  return [`select ${columns} from medicines where ${where} order by sort_name, id limit 51`, values]
}

async function answer(path: string): Promise<unknown> {
  const [, query] = path.split('?')
  if (query !== undefined) {
    const [rows] = await pool.query<RowDataPacket[]>(...pageOf(new URLSearchParams(query)))
    return rows.slice(0, 50).map(toMedicine)
  }
  const [rows] = await pool.query<RowDataPacket[]>(byId, [path.slice('/api/medicines/'.length)])
  return rows[0] && toMedicine(rows[0])
}

serveJson(200, (request) => answer(request.url as string))
