import { LRUCache } from 'lru-cache'

interface Preparing<S extends object> {
  prepare(sql: string): S
}

const MOST = 200
const LONGEST = 5_000

const isKept = (sql: string) =>
  sql.length <= LONGEST && /^(select|insert|update|delete|with|begin|commit)\b/i.test(sql)

/**
 * Prepares each statement once per connection; preparing takes as long as a short statement. SQLite recompiles after a
 * schema change.
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
