import type { Knex } from 'knex'
import { isEmbedded } from '../database/open.ts'

async function tablesOf(db: Knex): Promise<string[]> {
  const rows: { name: string }[] = isEmbedded(db)
    ? await db('sqlite_master').where({ type: 'table' }).whereNot('name', 'like', 'sqlite_%').select('name')
    : await db('information_schema.tables')
        .whereRaw('table_schema = database()')
        .select(db.raw('table_name as name'))
  return rows.map(({ name }) => name).toSorted()
}

/** Everything in a database by table, to detect any change. */
export async function storedIn(db: Knex): Promise<Record<string, string[]>> {
  const rowsOf = async (table: string) => {
    const rows: unknown[] = await db(table).select('*')
    return [table, rows.map((row) => JSON.stringify(row)).toSorted()] as const
  }
  return Object.fromEntries(await Promise.all((await tablesOf(db)).map(rowsOf)))
}
