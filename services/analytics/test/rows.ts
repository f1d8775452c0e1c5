import type { Knex } from 'knex'

/** Tables filled from feeds, with the columns that sort their rows. */
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

/** Reads all rows of a read model, to compare it with another. */
export async function readRows(db: Knex): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [table, order] of Object.entries(tables)) {
    const found = await db(table).orderBy(order).select('*')
    rows[table] = found.map((row) => JSON.stringify({ ...row, deleted: Number(row.deleted) }))
  }
  return rows
}
