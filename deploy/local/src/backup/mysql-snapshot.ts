import { mysqlServer } from '@mms/service-kit/mysql-address'
import type { Connection } from 'mysql2'
import type { Connection as PromiseConnection, RowDataPacket } from 'mysql2/promise'
import { columnsOf, namesOf } from './mysql-columns.ts'
import { beginSnapshot } from './mysql-log-place.ts'
import { encodeLine, type Value } from './mysql-rows.ts'
import type { Snapshot, Snapshots } from './snapshot.ts'

/** Rows are encrypted as they come; the server waits for a reader that is slower. */
const PATIENCE_SECONDS = 3_600
const PIECE_BYTES = 128 * 1024
const HIGH_WATER_ROWS = 500

const settings = [
  `SET SESSION time_zone = '+00:00', net_write_timeout = ${PATIENCE_SECONDS}, wait_timeout = ${PATIENCE_SECONDS}`,
  'SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ',
]

interface Field {
  name: string
  string(): string | null
  buffer(): Buffer | null
}

/** Text, or the bytes of a column that holds no text, by the names of such columns: the driver does not say which they are. */
const readValue =
  (bytes: ReadonlySet<string>) =>
  (field: Field): Value => {
    if (!bytes.has(field.name)) return field.string()
    const value = field.buffer()
    return value && { base64: value.toString('base64') }
  }

interface Table {
  name: string
  create: string
  columns: string[]
  /** Those of bytes. */
  bytes: ReadonlySet<string>
}

async function tableOf(connection: PromiseConnection, database: string, name: string): Promise<Table> {
  const [[shown]] = await connection.query<RowDataPacket[]>('show create table ??.??', [database, name])
  return {
    name,
    create: shown?.['Create Table'],
    ...namesOf(await columnsOf(connection, database, name)),
  }
}

async function tablesOf(connection: PromiseConnection, database: string): Promise<Table[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select table_name as name from information_schema.tables
      where table_schema = ? and table_type = 'BASE TABLE' order by table_name`,
    [database],
  )
  const tables: Table[] = []
  for (const { name } of rows) tables.push(await tableOf(connection, database, name))
  return tables
}

/** The rows of a table, in the order of its primary key. */
export async function* rowsOf(
  connection: Connection,
  database: string,
  { name, columns, bytes }: Omit<Table, 'create'>,
): AsyncGenerator<Value[]> {
  const query = {
    sql: `select ${columns.map(() => '??').join(', ')} from ??.??`,
    values: [...columns, database, name],
    rowsAsArray: true,
    typeCast: readValue(bytes) as never,
  }
  yield* connection.query(query).stream({ highWaterMark: HIGH_WATER_ROWS }) as AsyncIterable<Value[]>
}

async function* linesOf(
  connection: Connection,
  database: string,
  tables: Table[],
  counts: Record<string, number>,
): AsyncGenerator<Buffer> {
  let text = ''
  for (const table of tables) {
    const { name, create, columns } = table
    counts[name] = 0
    text += encodeLine({ table: name, create, columns })
    for await (const row of rowsOf(connection, database, table)) {
      counts[name] += 1
      text += encodeLine(row)
      if (text.length < PIECE_BYTES) continue
      yield Buffer.from(text)
      text = ''
    }
  }
  yield Buffer.from(text)
}

/** The databases of all services on one server, at one moment. */
export async function pinServer(urls: ReadonlyMap<string, string>): Promise<Snapshots> {
  const [first = ''] = urls.values()
  const { createConnection } = await import('mysql2')
  const streaming = createConnection({ ...mysqlServer(new URL(first)), charset: 'utf8mb4' })
  const connection = streaming.promise()
  const release = async () => connection.destroy()
  try {
    for (const statement of settings) await connection.query(statement)
    const log = await beginSnapshot(connection)
    const list: Snapshot[] = []
    for (const [service, url] of urls) {
      const database = new URL(url).pathname.slice(1)
      const tables = await tablesOf(connection, database)
      if (tables.length === 0) continue
      const counts: Record<string, number> = {}
      list.push({
        service,
        kind: 'mysql',
        path: `${service}.rows`,
        read: () => linesOf(streaming, database, tables, counts),
        tables: () => counts,
      })
    }
    return { list, release, log }
  } catch (error) {
    connection.destroy()
    throw error
  }
}
