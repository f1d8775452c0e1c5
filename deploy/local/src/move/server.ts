import { StartupError } from '@mms/service-kit/config'
import { mysqlServer } from '@mms/service-kit/mysql-address'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'

/** Without checks, so that tables can be filled in any order. */
const SESSION = `SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO', foreign_key_checks = 0, unique_checks = 0`

export interface Column {
  name: string
  type: string
}

export async function columnsOf(connection: Connection, database: string, table: string): Promise<Column[]> {
  const [columns] = await connection.query<(RowDataPacket & Column)[]>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_schema = ? and table_name = ? and extra not like '%GENERATED%' order by ordinal_position`,
    [database, table],
  )
  return columns
}

export async function tablesOf(connection: Connection, database: string): Promise<string[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    "select table_name as name from information_schema.tables where table_schema = ? and table_type = 'BASE TABLE'",
    [database],
  )
  return rows.map(({ name }) => name)
}

export async function recreateDatabase(connection: Connection, database: string): Promise<void> {
  await connection.query('drop database if exists ??', [database])
  await connection.query('create database ?? character set utf8mb4', [database])
}

export async function moveTables(connection: Connection, database: string, loaded: string): Promise<void> {
  const moves = (await tablesOf(connection, loaded)).map((table) => [loaded, table, database, table])
  await connection.query(`rename table ${moves.map(() => '??.?? to ??.??').join(', ')}`, moves.flat())
  await connection.query('drop database ??', [loaded])
}

export async function withServerConnection<T>(
  url: string,
  work: (connection: Connection, database: string) => Promise<T>,
) {
  const address = new URL(url)
  let connection: Connection | undefined
  try {
    const types = { timezone: 'Z', dateStrings: ['DATE' as const], supportBigNumbers: true }
    connection = await createConnection({ ...mysqlServer(address), charset: 'utf8mb4', ...types })
    await connection.query(SESSION)
    return await work(connection, address.pathname.slice(1))
  } catch (cause) {
    if (cause instanceof StartupError) throw cause
    const { message } = cause as Error
    throw new StartupError(`The database server at ${address.host} refused: ${message}.`, { cause })
  } finally {
    connection?.destroy()
  }
}
