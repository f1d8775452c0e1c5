import { createReadStream } from 'node:fs'
import { StartupError } from '@mms/service-kit/config'
import { mysqlServer } from '@mms/service-kit/mysql-address'
import type { Connection, RowDataPacket } from 'mysql2/promise'
import { decodeLines, type TableHead, type Value } from './mysql-rows.ts'

/** Of one INSERT. */
const MOST_ROWS = 1_000
const MOST_BYTES = 512 * 1024
/** Of one transaction. */
const COMMIT_EVERY = 20

const session = [
  `SET NAMES utf8mb4 COLLATE utf8mb4_bin`,
  `SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0, autocommit = 0`,
]

const toParameter = (value: Value) =>
  value !== null && typeof value === 'object' ? Buffer.from(value.base64, 'base64') : value

const bytesOf = (value: Value) =>
  value === null ? 4 : typeof value === 'object' ? value.base64.length : value.length + 2

/** Writes rows of one table in few statements. */
export function createWriter(
  connection: Connection,
  database: string,
  { table, columns }: Pick<TableHead, 'table' | 'columns'>,
) {
  const insert = `insert into ??.?? (${columns.map(() => '??').join(', ')}) values ?`
  let rows: unknown[][] = []
  let bytes = 0
  let statements = 0
  const flush = async () => {
    if (rows.length === 0) return
    await connection.query(insert, [database, table, ...columns, rows])
    rows = []
    bytes = 0
    statements += 1
    if (statements % COMMIT_EVERY === 0) await connection.query('commit')
  }
  return {
    async add(row: readonly Value[]) {
      rows.push(row.map(toParameter))
      for (const value of row) bytes += bytesOf(value)
      if (rows.length >= MOST_ROWS || bytes >= MOST_BYTES) await flush()
    },
    flush,
  }
}

async function load(connection: Connection, database: string, file: string): Promise<void> {
  await connection.query('use ??', [database])
  let writer: ReturnType<typeof createWriter> | undefined
  for await (const line of decodeLines(createReadStream(file), database)) {
    if (!('table' in line)) {
      await writer?.add(line)
      continue
    }
    await writer?.flush()
    await connection.query(line.create)
    writer = createWriter(connection, database, line)
  }
  await writer?.flush()
  await connection.query('commit')
}

export async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "select table_name as name from information_schema.tables where table_schema = ? and table_type = 'BASE TABLE'",
    [database],
  )
  return rows.map(({ name }) => name)
}

/** An empty database, whatever was there before. */
export async function makeEmpty(connection: Connection, database: string): Promise<void> {
  await connection.query('drop database if exists ??', [database])
  await connection.query('create database ?? character set utf8mb4', [database])
}

/** Puts the tables of `loaded` in the place of those of `database`, which are in `aside` then: all at once, or none. */
export async function exchange(
  connection: Connection,
  database: string,
  loaded: string,
  aside: string,
): Promise<void> {
  const [away, back] = [await tablesOf(connection, database), await tablesOf(connection, loaded)]
  const moves = [
    ...away.map((table) => [database, table, aside, table]),
    ...back.map((table) => [loaded, table, database, table]),
  ]
  if (moves.length === 0) return
  await connection.query(`rename table ${moves.map(() => '??.?? to ??.??').join(', ')}`, moves.flat())
}

async function connect(url: URL): Promise<Connection> {
  const { createConnection } = await import('mysql2/promise')
  const connection = await createConnection({ ...mysqlServer(url), charset: 'utf8mb4' })
  for (const statement of session) await connection.query(statement)
  return connection
}

/** With a connection to the server of a database, whose failures are sentences. */
export async function onServer<T>(
  url: string,
  work: (connection: Connection, database: string) => Promise<T>,
) {
  const address = new URL(url)
  let connection: Connection | undefined
  try {
    connection = await connect(address)
    return await work(connection, address.pathname.slice(1))
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const { message } = cause as Error
    throw new StartupError(`The database server at ${address.host} refused: ${message}.`, { cause })
  } finally {
    connection?.destroy()
  }
}

/** Whether a database on a server has tables. */
export const isUsed = (url: string): Promise<boolean> =>
  onServer(url, async (connection, database) => (await tablesOf(connection, database)).length > 0)

/** What can be put in the place of a database. */
export interface Loaded {
  /** Where it is until then. */
  url: string
  /** Does so; returns the database in which those of before are. */
  place(): Promise<string>
}

/** A table that a database has where it was replaced by a restore. */
export const REPLACED_MARK = 'mms_replaced'

const names = (database: string) => ({ loaded: `${database}_restoring`, aside: `${database}_replaced` })

/** The database of a URL, and the one into which it is loaded. */
export function besideOf(url: string): { database: string; loaded: string } {
  const database = new URL(url).pathname.slice(1)
  return { database, loaded: names(database).loaded }
}

/**
 * Says in the binary log, as a table that goes aside with the others, that this database is replaced here: what is logged after fits
 * no backup from before.
 */
async function markReplaced(connection: Connection, database: string): Promise<void> {
  await connection.query('create database if not exists ?? character set utf8mb4', [database])
  await connection.query('use ??', [database])
  await connection.query('create table if not exists ?? (id int)', [REPLACED_MARK])
}

/** Loads the rows of a file into a database beside that of `url`, which goes on as it was. */
export async function loadBeside(url: string, file: string): Promise<Loaded> {
  await onServer(url, async (connection, database) => {
    const { loaded } = names(database)
    await makeEmpty(connection, loaded)
    await load(connection, loaded, file)
  })
  const staged = new URL(url)
  staged.pathname = `/${besideOf(url).loaded}`
  return {
    url: staged.href,
    async place() {
      await onServer(url, markReplaced)
      return onServer(url, async (connection, database) => {
        const { loaded, aside } = names(database)
        await makeEmpty(connection, aside)
        await exchange(connection, database, loaded, aside)
        await connection.query('drop database ??', [loaded])
        return aside
      })
    },
  }
}
