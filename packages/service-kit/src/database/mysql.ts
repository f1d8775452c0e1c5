import { callbackify, promisify } from 'node:util'
import type { Knex } from 'knex'
import { isNodeNotReady } from './errors.ts'
import type { MysqlConnection } from './galera/cluster.ts'
import { CATCH_UP_SQL, createNodes, type Nodes } from './galera/nodes.ts'
import { clusterNodes, mysqlServer } from './mysql-address.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** Short enough that a request can still try another node. */
const NODE_TIMEOUT_MS = 1_500

const sqlMode = [
  'STRICT_TRANS_TABLES',
  'NO_ZERO_IN_DATE',
  'NO_ZERO_DATE',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'ONLY_FULL_GROUP_BY',
].join(',')

/**
 * Settings that do not depend on the server. READ COMMITTED takes no gap locks, and a read after a lock sees the latest
 * commit. Lock waits are short and `inTransaction` retries, because a waiting connection cannot serve other requests.
 */
const sessionSettings = [
  'SET NAMES utf8mb4 COLLATE utf8mb4_bin',
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  `SET SESSION time_zone = '+00:00', sql_mode = '${sqlMode}', innodb_lock_wait_timeout = 1, lock_wait_timeout = 30`,
]

async function applySettings(connection: MysqlConnection): Promise<void> {
  const query = promisify(connection.query.bind(connection))
  for (const sql of sessionSettings) await query({ sql }, [])
}

/** Statements without limit: schema changes, and deletes without a condition, which rebuilds use. */
const UNLIMITED = /^\s*(alter|create|drop)\b|^\s*delete\s+from\s+\S+\s*$/i
/** Other deletes get a multiple of the limit, because they may have to search a whole table. */
const DELETE = /^\s*delete\b/i
const DELETE_TIMES = 12

function limitOf(sql: string, ms: number): number | undefined {
  if (UNLIMITED.test(sql)) return undefined
  return DELETE.test(sql) ? DELETE_TIMES * ms : ms
}

const noAnswer = () =>
  Object.assign(new Error('No answer from the database server in time'), { code: 'ETIMEDOUT' })

/**
 * Limits each statement to `ms` (deletes with a condition to twelve times that). A late one fails with `ETIMEDOUT` and
 * closes the connection, because its answer may still arrive. Later statements on it fail for the same reason. Without
 * a limit, a dead connection would hang for a quarter of an hour.
 */
function limitStatements(connection: MysqlConnection, ms: number, onLate: () => void, onLost: () => void) {
  const query = connection.query.bind(connection)
  let ended: unknown
  connection.query = (statement, values, done) => {
    if (ended) return done(ended)
    const late = () => {
      onLate()
      connection.stream.destroy(noAnswer())
    }
    const limitMs = limitOf(statement.sql, ms)
    const timer = limitMs === undefined ? undefined : setTimeout(late, limitMs)
    query(statement, values, (error, ...results) => {
      clearTimeout(timer)
      // A node that cannot catch up has lost its cluster or is too far behind.
      const isUseless = isNodeNotReady(error) || (error && statement.sql === CATCH_UP_SQL)
      if (isUseless) connection.stream.destroy(error as Error)
      if (isUseless || (error as { fatal?: boolean } | null)?.fatal) {
        ended ??= error
        onLost()
      }
      done(error, ...results)
    })
  }
}

/** After a statement got no answer, drops older connections, because they may be dead too. */
function poolHooks(statementTimeoutMs: number, nodes: Nodes | undefined) {
  const openedAt = new WeakMap<MysqlConnection, number>()
  let suspectUntil = Number.NEGATIVE_INFINITY
  return {
    afterCreate(connection: MysqlConnection, done: (error: unknown, connection: unknown) => void) {
      openedAt.set(connection, performance.now())
      const onLate = () => {
        suspectUntil = performance.now()
      }
      limitStatements(connection, statementTimeoutMs, onLate, () => nodes?.lost(connection))
      callbackify(applySettings)(connection, (error) => done(error, connection))
    },
    validate: (connection: MysqlConnection) =>
      (openedAt.get(connection) ?? 0) > suspectUntil && (nodes?.isGood(connection) ?? true),
  }
}

/** As in SQLite, `DATE` is a string and sums are numbers. Integers beyond 2^53 are strings, sums of them rounded. */
export function mysqlConfig(url: URL, poolSize: number, statementTimeoutMs: number): Knex.Config {
  const addresses = clusterNodes(url)
  const nodes = addresses && createNodes(addresses)
  return {
    client: 'mysql2',
    connection: {
      ...mysqlServer(url),
      database: decodeURIComponent(url.pathname.slice(1)),
      timezone: 'Z',
      charset: 'utf8mb4',
      // mysql2 accepts a list of types here, but knex's type does not.
      dateStrings: ['DATE'] as unknown as boolean,
      supportBigNumbers: true,
      decimalNumbers: true,
      connectTimeout: nodes ? NODE_TIMEOUT_MS : CONNECT_TIMEOUT_MS,
    },
    pool: { min: 1, max: poolSize, ...poolHooks(statementTimeoutMs, nodes) },
    ...(nodes && { userParams: { nodes } }),
  }
}
