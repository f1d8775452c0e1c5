import { callbackify, promisify } from 'node:util'
import type { Knex } from 'knex'
import type { MysqlConnection } from './galera/cluster.ts'
import { createNodes, type Nodes } from './galera/nodes.ts'
import { clusterNodes, mysqlServer } from './mysql-address.ts'
import { limitStatements } from './statement-limit.ts'

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
      limitStatements(connection, statementTimeoutMs, { onLate, onLost: () => nodes?.lost(connection) })
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
