import knex, { type Knex } from 'knex'
import type { Logger } from 'pino'
import { StartupError } from '../config.ts'
import { connectToNodes } from './galera/cluster.ts'
import { mysqlConfig } from './mysql.ts'
import { sqliteConfig } from './sqlite.ts'

interface DatabaseOptions {
  log?: Logger
  /** Connections kept to a MySQL server; an embedded database has exactly one. */
  poolSize?: number
  /** How long, in ms, a statement may take, by default 10 s; see `limitStatements`. */
  statementTimeoutMs?: number
}

/** Far longer than a statement waits for a lock. */
const STATEMENT_TIMEOUT_MS = 10_000

/** How long a request may wait for a free connection before it is refused. */
const ACQUIRE_TIMEOUT_MS = 5_000
const DEFAULT_POOL_SIZE = 10

/**
 * The database of a service: `sqlite:/absolute/file.sqlite`, `sqlite::memory:` or
 * `mysql://user:password@host:port/database`, of one server or, with `?cluster=galera&nodes=host:port,…`, of several.
 * Nothing is connected before the first query.
 * Both kinds agree on: UTC, booleans as 0/1, whole numbers as numbers, and text compared byte by byte
 * (in tables made by `createTableOnce`). A statement that takes longer than `statementTimeoutMs` fails with an error that
 * `isDatabaseUnavailable`, whatever became of it. Throws a `StartupError` when the address makes no sense.
 *
 * @example const db = openDatabase(config.databaseUrl, { log })
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Knex {
  const { log } = options
  const db = knex({
    ...dialectConfig(url, options),
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    // The values of a failed statement may be secrets; its error, which is logged, shows it with ? instead.
    compileSqlOnError: false,
    log: {
      // Knex warns of a failed connection with its stack; the query that needed it fails with the same error.
      warn: (message: unknown) => log?.debug({ from: 'knex' }, String(message)),
      error: (message: unknown) => log?.error({ from: 'knex' }, String(message)),
      deprecate: (message: unknown) => log?.warn({ from: 'knex' }, String(message)),
      debug: (message: unknown) => log?.debug({ from: 'knex' }, String(message)),
    },
  })
  connectToNodes(db)
  // mysql2 puts the statement with its values there.
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

/** Whether this is the embedded database. */
export function isEmbedded(db: Knex): boolean {
  return db.client.config.client === 'better-sqlite3'
}

/**
 * The form of something that this database takes, where SQLite and MySQL differ in SQL or in how they plan a query.
 *
 * @example db('shelves').select(byDialect(db, { sqlite: db.raw('random()'), mysql: db.raw('rand()') }))
 */
export function byDialect<T>(db: Knex, forms: { sqlite: T; mysql: T }): T {
  return isEmbedded(db) ? forms.sqlite : forms.mysql
}
