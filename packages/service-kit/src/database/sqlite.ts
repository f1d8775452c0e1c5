import type { Knex } from 'knex'
import { keepPrepared } from './prepared.ts'

interface SqliteConnection {
  pragma(source: string): unknown
  prepare(sql: string): object
}

/**
 * A statement runs in this process and waits for nothing but a second process on the same file; that blocks everything
 * else here, and is why it waits for less long than for a server.
 */
const BUSY_TIMEOUT_MS = 2_000

/**
 * WAL lets readers of other processes go on while we write. `synchronous = FULL` flushes every commit:
 * an acknowledged sale survives not only `kill -9` but a power cut; NORMAL would lose the last ones.
 * One connection, because SQLite has one writer; transactions queue in the pool.
 */
export function sqliteConfig(filename: string, statementTimeoutMs: number): Knex.Config {
  const busyTimeoutMs = Math.min(BUSY_TIMEOUT_MS, statementTimeoutMs)
  return {
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 1,
      max: 1,
      afterCreate: (connection: SqliteConnection, done: (error: unknown, connection: unknown) => void) => {
        try {
          connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
          connection.pragma('journal_mode = WAL')
          connection.pragma('synchronous = FULL')
          connection.pragma('foreign_keys = ON')
          keepPrepared(connection)
          done(null, connection)
        } catch (error) {
          done(error, connection)
        }
      },
    },
  }
}
