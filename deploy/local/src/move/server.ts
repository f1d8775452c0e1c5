import { StartupError } from '@mms/service-kit/config'
import { mysqlServer } from '@mms/service-kit/mysql-address'
import type { Connection as StreamConnection } from 'mysql2'
import type { Connection, RowDataPacket } from 'mysql2/promise'

/** Of one INSERT. */
const MOST_ROWS = 1_000
const MOST_BYTES = 512 * 1024
/** Of one transaction. */
const COMMIT_EVERY = 20
const HIGH_WATER_ROWS = 500

const session = [
  `SET NAMES utf8mb4 COLLATE utf8mb4_bin`,
  `SET SESSION time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0, autocommit = 0`,
]

/** Numbers and times as the server writes them in text. */
export type Value = string | null | Buffer

export interface Column {
  name: string
  /** As the server's catalogue says it: `datetime`, `double`, `varbinary`. */
  type: string
}

export const isBytes = ({ type }: Pick<Column, 'type'>): boolean => /(binary|blob)$/.test(type)

/** The columns of a table that are written; a generated one is not. */
export async function columnsOf(connection: Connection, database: string, table: string): Promise<Column[]> {
  const [columns] = await connection.query<RowDataPacket[]>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = ? and table_name = ? and extra not like '%GENERATED%' order by ordinal_position`,
    [database, table],
  )
  return columns.map(({ name, type }) => ({ name, type }))
}

export async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "select table_name as name from information_schema.tables where table_schema = ? and table_type = 'BASE TABLE'",
    [database],
  )
  return rows.map(({ name }) => name)
}

interface Table {
  database: string
  table: string
  columns: Column[]
}

interface Field {
  name: string
  string(): string | null
  buffer(): Buffer | null
}

/** The rows of a table. */
export async function* rowsOf(
  connection: Connection,
  { database, table, columns }: Table,
): AsyncGenerator<Value[]> {
  const names = columns.map(({ name }) => name)
  const bytes = new Set(columns.filter(isBytes).map(({ name }) => name))
  const query = {
    sql: `select ${names.map(() => '??').join(', ')} from ??.??`,
    values: [...names, database, table],
    rowsAsArray: true,
    typeCast: ((field: Field) => (bytes.has(field.name) ? field.buffer() : field.string())) as never,
  }
  const streaming = (connection as unknown as { connection: StreamConnection }).connection
  yield* streaming.query(query).stream({ highWaterMark: HIGH_WATER_ROWS }) as AsyncIterable<Value[]>
}

/** Writes rows of one table in few statements. */
export function createWriter(connection: Connection, { database, table, columns }: Table) {
  const names = columns.map(({ name }) => name)
  const insert = `insert into ??.?? (${names.map(() => '??').join(', ')}) values ?`
  let rows: Value[][] = []
  let bytes = 0
  let statements = 0
  const flush = async () => {
    if (rows.length === 0) return
    await connection.query(insert, [database, table, ...names, rows])
    rows = []
    bytes = 0
    statements += 1
    if (statements % COMMIT_EVERY === 0) await connection.query('commit')
  }
  return {
    async add(row: Value[]) {
      rows.push(row)
      for (const value of row) bytes += value?.length ?? 0
      if (rows.length >= MOST_ROWS || bytes >= MOST_BYTES) await flush()
    },
    flush,
  }
}

/** An empty database, whatever was there before. */
export async function makeEmpty(connection: Connection, database: string): Promise<void> {
  await connection.query('drop database if exists ??', [database])
  await connection.query('create database ?? character set utf8mb4', [database])
}

/** Moves the tables of `loaded` into the empty `database`, all at once, and drops `loaded`. */
export async function placeTables(connection: Connection, database: string, loaded: string): Promise<void> {
  const moves = (await tablesOf(connection, loaded)).map((table) => [loaded, table, database, table])
  await connection.query(`rename table ${moves.map(() => '??.?? to ??.??').join(', ')}`, moves.flat())
  await connection.query('drop database ??', [loaded])
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
