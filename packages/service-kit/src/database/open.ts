import knex, { type Knex } from 'knex'
import type { Logger } from 'pino'
import { StartupError } from '../config/config.ts'
import { connectToNodes } from './galera/cluster.ts'
import { mysqlConfig } from './mysql.ts'
import { sqliteConfig } from './sqlite.ts'

interface DatabaseOptions {
  log?: Logger
  poolSize?: number
  /** Time limit of a statement in ms, default 10 s; see `limitStatements`. */
  statementTimeoutMs?: number
}

const STATEMENT_TIMEOUT_MS = 10_000

const ACQUIRE_TIMEOUT_MS = 5_000
const DEFAULT_POOL_SIZE = 10

/**
 * Opens `sqlite:/absolute/file.sqlite`, `sqlite::memory:` or `mysql://user:password@host:port/database` (a cluster with
 * `?cluster=galera&nodes=host:port,…`). Connects at the first query. Both kinds use UTC, booleans as 0/1, integers as
 * numbers, and byte-wise text comparison (in `createTableOnce` tables). A statement over `statementTimeoutMs` fails
 * with an `isDatabaseUnavailable` error, and its outcome is unknown. Throws a `StartupError` for an invalid address.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Knex {
  const { log } = options
  const db = knex({
    ...dialectConfig(url, options),
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    // Values may be secrets. With this, logged errors contain ? instead.
    compileSqlOnError: false,
    log: {
      // Knex logs a failed connection with its stack, but the query fails with the same error anyway.
      warn: (message: unknown) => log?.debug({ from: 'knex' }, String(message)),
      error: (message: unknown) => log?.error({ from: 'knex' }, String(message)),
      deprecate: (message: unknown) => log?.warn({ from: 'knex' }, String(message)),
      debug: (message: unknown) => log?.debug({ from: 'knex' }, String(message)),
    },
  })
  connectToNodes(db)
  // mysql2 adds the statement with its values to the error. Remove it.
  db.on('query-error', (error: { sql?: string }) => delete error.sql)
  return db
}

function dialectConfig(
  url: string,
  { poolSize = DEFAULT_POOL_SIZE, statementTimeoutMs = STATEMENT_TIMEOUT_MS }: DatabaseOptions,
): Knex.Config {
  if (/^sqlite:(\/|:memory:$)/.test(url)) return sqliteConfig(url.slice('sqlite:'.length), statementTimeoutMs)
  if (URL.canParse(url) && new URL(url).protocol === 'mysql:') {
    return mysqlConfig(new URL(url), poolSize, statementTimeoutMs)
  }
  throw new StartupError(
    'DATABASE_URL must be sqlite:/absolute/file.sqlite or mysql://user:password@host:port/database.',
  )
}

export function isEmbedded(db: Knex): boolean {
  return db.client.config.client === 'better-sqlite3'
}

/** Returns the variant for SQLite or MySQL, for example of an SQL text. */
export function byDialect<T>(db: Knex, forms: { sqlite: T; mysql: T }): T {
  return isEmbedded(db) ? forms.sqlite : forms.mysql
}
