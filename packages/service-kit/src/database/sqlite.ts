import type { Knex } from 'knex'
import { LRUCache } from 'lru-cache'

interface SqliteConnection {
  pragma(source: string): unknown
  prepare(sql: string): object
}

/** Short, because waiting for another process blocks this one. */
const BUSY_TIMEOUT_MS = 2_000

/**
 * WAL lets other processes read during writes. `synchronous = FULL`: no acknowledged sale is lost in a power cut. One
 * connection, because SQLite allows one writer.
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

const MOST = 200
const LONGEST = 5_000

const isKept = (sql: string) =>
  sql.length <= LONGEST && /^(select|insert|update|delete|with|begin|commit)\b/i.test(sql)

/** Caches prepared statements, as preparing takes as long as running. SQLite recompiles after schema changes. */
export function keepPrepared<S extends object>(connection: { prepare(sql: string): S }): void {
  const prepare = connection.prepare.bind(connection)
  const kept = new LRUCache<string, S>({ max: MOST })
  connection.prepare = (sql) => {
    if (!isKept(sql)) return prepare(sql)
    const found = kept.get(sql)
    if (found) return found
    const statement = prepare(sql)
    kept.set(sql, statement)
    return statement
  }
}
