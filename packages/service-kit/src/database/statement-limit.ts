/** What knex uses of a connection of mysql2. */
export interface MysqlConnection {
  stream: { destroy(error: Error): void }
  query(
    statement: { sql: string },
    values: unknown[],
    done: (error: unknown, ...results: unknown[]) => void,
  ): void
}

/** What a server may work at for minutes: changes of the schema, and rebuilds, which empty whole tables. */
const LONG = /^\s*(alter|create|drop|delete)\b/i

const noAnswer = () =>
  Object.assign(new Error('No answer from the database server in time'), { code: 'ETIMEDOUT' })

/**
 * Gives every statement of a connection at most `ms`; one that takes longer fails with `ETIMEDOUT` and ends the
 * connection, because its answer may still come. Else a statement on a connection that died unnoticed, e.g. behind a
 * firewall that forgot it, would wait for as long as TCP sends again: a quarter of an hour. Statements that follow, such
 * as the rollback, fail for the reason that ended the connection.
 */
export function limitStatements(connection: MysqlConnection, ms: number, onLate: () => void): void {
  const query = connection.query.bind(connection)
  let ended: unknown
  connection.query = (statement, values, done) => {
    if (ended) return done(ended)
    const late = () => {
      onLate()
      connection.stream.destroy(noAnswer())
    }
    const timer = LONG.test(statement.sql) ? undefined : setTimeout(late, ms)
    query(statement, values, (error, ...results) => {
      clearTimeout(timer)
      if ((error as { fatal?: boolean } | null)?.fatal) ended ??= error
      done(error, ...results)
    })
  }
}
