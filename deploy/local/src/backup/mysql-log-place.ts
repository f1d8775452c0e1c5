import type { Connection, RowDataPacket } from 'mysql2/promise'
import type { LogPlace } from './entries.ts'

const BEGIN = 'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY'
/** MySQL 8.4, and what was before it. */
const STATUS = ['SHOW BINARY LOG STATUS', 'SHOW MASTER STATUS']

async function firstOf(connection: Connection, sql: string): Promise<Record<string, unknown> | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>(sql)
  return rows[0]
}

export async function isMariaDb(connection: Connection): Promise<boolean> {
  return String((await firstOf(connection, 'select version() as version'))?.version).includes('MariaDB')
}

export async function isLogging(connection: Connection): Promise<boolean> {
  return (await firstOf(connection, 'select @@log_bin as logs'))?.logs === 1
}

/** MariaDB knows where its log stood when a snapshot was taken. */
async function placeOfSnapshot(connection: Connection): Promise<LogPlace | undefined> {
  const [rows] = await connection.query<RowDataPacket[]>("SHOW STATUS LIKE 'binlog_snapshot_%'")
  const values = new Map(rows.map((row) => [String(row.Variable_name).toLowerCase(), String(row.Value)]))
  const file = values.get('binlog_snapshot_file')
  return file ? { file, position: Number(values.get('binlog_snapshot_position')) } : undefined
}

/** MySQL does not: no transaction commits for a moment, which takes the right of RELOAD. */
async function beginLocked(connection: Connection): Promise<LogPlace | undefined> {
  await connection.query('FLUSH TABLES WITH READ LOCK')
  try {
    await connection.query(BEGIN)
    const [newer = '', older = ''] = STATUS
    const status = await firstOf(connection, newer).catch(() => firstOf(connection, older))
    return status && { file: String(status.File), position: Number(status.Position) }
  } finally {
    await connection.query('UNLOCK TABLES')
  }
}

/** Begins the transaction that sees all databases at one moment; returns where the binary log stood then, if there is one. */
export async function beginSnapshot(connection: Connection): Promise<LogPlace | undefined> {
  const [logs, isMaria] = [await isLogging(connection), await isMariaDb(connection)]
  if (logs && !isMaria) return beginLocked(connection)
  await connection.query(BEGIN)
  return logs ? placeOfSnapshot(connection) : undefined
}
