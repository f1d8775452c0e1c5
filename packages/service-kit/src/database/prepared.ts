import { LRUCache } from 'lru-cache'

interface Preparing<S extends object> {
  prepare(sql: string): S
}

/** Statements of a connection that are kept; those of a busy service are some fifty. */
const MOST = 200
/** Longer ones name many rows, and come once. */
const LONGEST = 5_000

const isKept = (sql: string) =>
  sql.length <= LONGEST && /^(select|insert|update|delete|with|begin|commit)\b/i.test(sql)

/**
 * Lets a connection prepare each statement once, which else takes as long as a short statement itself. SQLite compiles one
 * again where the schema has changed since.
 */
export function keepPrepared<S extends object>(connection: Preparing<S>): void {
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
