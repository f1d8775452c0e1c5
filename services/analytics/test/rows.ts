import type { Knex } from 'knex'

/** The tables that the feeds fill, each with what its rows are sorted by. */
const tables: Record<string, string[]> = {
  medicines: ['id'],
  stock_heads: ['medicine_id'],
  ledger_days: ['medicine_id', 'day', 'type'],
  trade_days: ['medicine_id', 'day', 'type', 'sample'],
  stock_days: ['medicine_id', 'day'],
  stock_totals: ['day'],
  trade_totals: ['day', 'type'],
  demand_months: ['month', 'medicine_id'],
}

/** All that a read model holds, for comparing two of them. */
export async function readRows(db: Knex): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [table, order] of Object.entries(tables)) {
    const found = await db(table).orderBy(order).select('*')
    rows[table] = found.map((row) => JSON.stringify({ ...row, deleted: Number(row.deleted) }))
  }
  return rows
}
