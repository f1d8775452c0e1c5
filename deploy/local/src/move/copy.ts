import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { StartupError } from '@mms/service-kit/config'
import type { Connection as StreamConnection } from 'mysql2'
import type { Connection } from 'mysql2/promise'
import { tablesIn } from '../backup/databases.ts'
import { columnsOf, tablesOf, withServerConnection } from './server.ts'

const MOST_ROWS = 1_000
const MOST_CHARACTERS = 512 * 1024

type Embedded = null | bigint | number | string | Uint8Array

/** SQLite stores times as milliseconds, and may hold text in byte columns. */
function toServerValue(value: Embedded, type: string): unknown {
  if (value === null) return null
  if (type === 'datetime') return new Date(Number(value))
  if (/(binary|blob)$/.test(type)) return Buffer.from(value as string)
  return typeof value === 'bigint' ? String(value) : value
}

const textOf = (row: unknown[]): string =>
  JSON.stringify(row.map((value) => (typeof value === 'number' ? String(value) : value)))

function createDigest() {
  let [sum, rows] = [0n, 0]
  return {
    add(text: string): void {
      sum = BigInt.asUintN(256, sum + BigInt(`0x${hash('sha256', text)}`))
      rows += 1
    },
    result: () => ({ sum, rows }),
  }
}

/** Continues auto-increment values, so that numbers of deleted rows are not used again. */
async function continueNumbers(connection: Connection, embedded: DatabaseSync, table: string): Promise<void> {
  const isNumbered = embedded.prepare("select 1 from sqlite_schema where name = 'sqlite_sequence'").get()
  const last = isNumbered && embedded.prepare('select seq from sqlite_sequence where name = ?').get(table)
  if (last) await connection.query(`alter table ?? auto_increment = ${Number(last.seq) + 1}`, [table])
}

const differ = (database: string, what: string) =>
  new StartupError(
    `The embedded database has other ${what} than this release creates in ${database}. Nothing was moved. Move it with the release that used it last.`,
  )

interface Databases {
  connection: Connection
  database: string
  embedded: DatabaseSync
}

async function copyTable({ connection, database, embedded }: Databases, table: string): Promise<number> {
  const columns = await columnsOf(connection, database, table)
  const names = columns.map(({ name }) => name)
  const own = embedded.prepare('select name from pragma_table_xinfo(?) where hidden = 0').all(table)
  const ownNames = own.map(({ name }) => String(name))
  if (ownNames.toSorted().join() !== names.toSorted().join()) throw differ(database, `columns of ${table}`)
  const [sent, found] = [createDigest(), createDigest()]
  let rows: unknown[][] = []
  let characters = 0
  const write = async () => {
    if (rows.length > 0) await connection.query('insert into ?? (??) values ?', [table, names, rows])
    rows = []
    characters = 0
  }
  // Removes the rows that migrations wrote.
  await connection.query('delete from ??', [table])
  const reading = embedded.prepare(`select ${names.map((name) => `"${name}"`).join(', ')} from "${table}"`)
  reading.setReadBigInts(true)
  reading.setReturnArrays(true)
  for (const row of reading.iterate() as Iterable<unknown>) {
    const values = (row as Embedded[]).map((value, index) => toServerValue(value, columns[index]?.type ?? ''))
    const text = textOf(values)
    sent.add(text)
    rows.push(values)
    characters += text.length
    if (rows.length >= MOST_ROWS || characters >= MOST_CHARACTERS) await write()
  }
  await write()
  const streaming = (connection as unknown as { connection: StreamConnection }).connection
  const query = streaming.query({ sql: 'select ?? from ??', values: [names, table], rowsAsArray: true })
  for await (const row of query.stream()) found.add(textOf(row))
  const [before, after] = [sent.result(), found.result()]
  if (before.sum !== after.sum) {
    throw new StartupError(
      `The table ${table} of ${database} differs from the rows sent (${before.rows} sent, ${after.rows} found). Nothing was moved.`,
    )
  }
  await continueNumbers(connection, embedded, table)
  return before.rows
}

/** Copies a database into the empty schema at `url`. Returns the row count; throws a `StartupError` if a row differs. */
export function copyDatabase(file: string, url: string): Promise<number> {
  return withServerConnection(url, async (connection, database) => {
    const embedded = new DatabaseSync(file, { readOnly: true })
    try {
      await connection.query('use ??', [database])
      const tables = tablesIn(embedded).toSorted()
      const there = (await tablesOf(connection, database)).toSorted()
      if (tables.join() !== there.join()) throw differ(database, 'tables')
      let rows = 0
      // Each database keeps its own record of migrations.
      for (const table of tables.filter((each) => !each.startsWith('knex_')))
        rows += await copyTable({ connection, database, embedded }, table)
      return rows
    } finally {
      embedded.close()
    }
  })
}
