import { isNodeNotReady } from './errors.ts'
import type { MysqlConnection } from './galera/cluster.ts'
import { CATCH_UP_SQL } from './galera/nodes.ts'

/** Statements without limit: schema changes, and deletes without a condition, which rebuilds use. */
const UNLIMITED = /^\s*(alter|create|drop)\b|^\s*delete\s+from\s+\S+\s*$/i
/** Other deletes get a multiple of the limit, because they may have to search a whole table. */
const DELETE = /^\s*delete\b/i
const DELETE_TIMES = 12

function limitOf(sql: string, ms: number): number | undefined {
  if (UNLIMITED.test(sql)) return undefined
  return DELETE.test(sql) ? DELETE_TIMES * ms : ms
}

interface Lost {
  onLate: () => void
  onLost?: () => void
}

const noAnswer = () =>
  Object.assign(new Error('No answer from the database server in time'), { code: 'ETIMEDOUT' })

/**
 * Limits each statement to `ms` (deletes with a condition to twelve times that). A late one fails with `ETIMEDOUT` and
 * closes the connection, because its answer may still arrive. Later statements on it fail for the same reason. Without
 * a limit, a dead connection would hang for a quarter of an hour.
 */
export function limitStatements(connection: MysqlConnection, ms: number, { onLate, onLost }: Lost): void {
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
        onLost?.()
      }
      done(error, ...results)
    })
  }
}
