import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { StartupError } from '@mms/service-kit/config'
import type { Connection } from 'mysql2/promise'
import { tablesIn } from '../backup/databases.ts'
import { comparable, type Embedded, toServerValue } from './convert.ts'
import { createDigest } from './digest.ts'
import { type Column, columnsOf, createWriter, onServer, rowsOf, tablesOf } from './server.ts'

/** What the migrations write of themselves, in both. */
const ofMigrations = (table: string) => table.startsWith('knex_')

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function readRows(embedded: DatabaseSync, table: string, columns: Column[]): StatementSync {
  const list = columns.map(({ name }) => quoted(name)).join(', ')
  const statement = embedded.prepare(`select ${list} from ${quoted(table)}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return statement
}

/** A number that was given and whose row is gone is given to no other. */
async function continueNumbers(connection: Connection, embedded: DatabaseSync, table: string): Promise<void> {
  const isNumbered = embedded.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get()
  const last = isNumbered && embedded.prepare('select seq from sqlite_sequence where name = ?').get(table)
  if (last) await connection.query(`alter table ?? auto_increment = ${Number(last.seq) + 1}`, [table])
}

const differ = (database: string, what: string) =>
  new StartupError(
    `The embedded database has other ${what} than ${database}, made by this release: nothing was moved. Move it with the release that used it last.`,
  )

/** Copies one table, and reads it again on the server; returns its number of rows. */
async function copyTable(
  { connection, database, embedded }: { connection: Connection; database: string; embedded: DatabaseSync },
  table: string,
): Promise<number> {
  const columns = await columnsOf(connection, database, table)
  const names = columns.map(({ name }) => name)
  const own = embedded.prepare('select name from pragma_table_xinfo(?) where hidden = 0').all(table)
  if (
    own
      .map(({ name }) => name)
      .toSorted()
      .join() !== names.toSorted().join()
  )
    throw differ(database, `columns of ${table}`)
  const [sent, found] = [createDigest(), createDigest()]
  // Migrations write rows too.
  await connection.query('delete from ??', [table])
  const writer = createWriter(connection, { database, table, columns })
  for (const row of readRows(embedded, table, columns).iterate() as Iterable<unknown>) {
    const values = (row as Embedded[]).map((value, index) => toServerValue(value, columns[index]?.type ?? ''))
    sent.add(values.map((value, index) => comparable(value, columns[index]?.type ?? '')))
    await writer.add(values)
  }
  await writer.flush()
  await connection.query('commit')
  for await (const row of rowsOf(connection, { database, table, columns })) {
    found.add(row.map((value, index) => comparable(value, columns[index]?.type ?? '')))
  }
  const [before, after] = [sent.result(), found.result()]
  if (before.digest !== after.digest) {
    throw new StartupError(
      `The table ${table} of ${database} is not what was sent to it (${before.rows} rows, found ${after.rows}): nothing was moved.`,
    )
  }
  await continueNumbers(connection, embedded, table)
  return before.rows
}

/**
 * Copies all rows of an embedded database into the database of `url`, which has the same, empty tables; each row is read again
 * and compared. Returns how many there are. Throws a `StartupError` where a table or a row differs.
 */
export function copyDatabase(file: string, url: string): Promise<number> {
  return onServer(url, async (connection, database) => {
    const embedded = new DatabaseSync(file, { readOnly: true })
    try {
      await connection.query('use ??', [database])
      const tables = tablesIn(embedded).toSorted()
      const there = (await tablesOf(connection, database)).toSorted()
      if (tables.join() !== there.join()) throw differ(database, 'tables')
      let rows = 0
      for (const table of tables.filter((each) => !ofMigrations(each)))
        rows += await copyTable({ connection, database, embedded }, table)
      return rows
    } finally {
      embedded.close()
    }
  })
}
