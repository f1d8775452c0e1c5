import { isNodeNotReady } from './errors.ts'
import type { MysqlConnection } from './galera/cluster.ts'
import { CATCH_UP } from './galera/nodes.ts'

/** May take as long as they need: changes of the schema, and rebuilds, which empty whole tables. */
const UNLIMITED = /^\s*(alter|create|drop)\b|^\s*delete\s+from\s+\S+\s*$/i
/** Other deletes have so many times the limit: pruning may search a whole table, but a sign-in deletes one row. */
const DELETE = /^\s*delete\b/i
const DELETE_TIMES = 12

function limitOf(sql: string, ms: number): number | undefined {
  if (UNLIMITED.test(sql)) return undefined
  return DELETE.test(sql) ? DELETE_TIMES * ms : ms
}

interface Lost {
  /** A statement got no answer in time. */
  onLate: () => void
  /** The connection has ended, or its server serves none of its cluster's data. */
  onLost?: () => void
}

const noAnswer = () =>
  Object.assign(new Error('No answer from the database server in time'), { code: 'ETIMEDOUT' })

/**
 * Gives every statement of a connection at most `ms`, deletes by a condition twelve times that; one that takes longer fails
 * with `ETIMEDOUT` and ends the connection, because its answer may still come. Otherwise a statement on a connection that
 * died unnoticed would wait until TCP gives up, a quarter of an hour. Statements that follow, such as the rollback, fail for
 * the reason that ended the connection.
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
      // A node that cannot catch up is cut off from its cluster, or too far behind.
      const isUseless = isNodeNotReady(error) || (error && statement.sql === CATCH_UP)
      if (isUseless) connection.stream.destroy(error as Error)
      if (isUseless || (error as { fatal?: boolean } | null)?.fatal) {
        ended ??= error
        onLost?.()
      }
      done(error, ...results)
    })
  }
}
