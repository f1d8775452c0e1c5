import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isConflict, isLockWait } from './errors.ts'
import { isClustered } from './galera/cluster.ts'
import { byDialect } from './open.ts'

/** In SQLite only transactions that begin with a write wait for another process. Others fail at once, so retry more. */
const MAX_ATTEMPTS = { mysql: 6, sqlite: 12 }
/** Cluster nodes do not wait for each other's row locks: of three transactions on one row, two fail. */
const MAX_ATTEMPTS_OF_CLUSTER = 12
const LONGEST_BACKOFF_MS = 200

/**
 * Runs `work` in one transaction. After a conflict (deadlock, lock wait, busy file), the **whole `work` runs again**,
 * up to 6 or 12 times. So it must use only `trx`, and create its stores from `trx`. `waitsOnce` throws after the first
 * lock wait (`isLockWait`), for batches whose items would all wait for the same row.
 */
export async function inTransaction<T>(
  db: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  { waitsOnce = false } = {},
): Promise<T> {
  if (db.isTransaction) throw new TypeError('inTransaction needs the database, not a transaction of it')
  const most = isClustered(db) ? MAX_ATTEMPTS_OF_CLUSTER : byDialect(db, MAX_ATTEMPTS)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      const isOver = attempt === most || !isConflict(error) || (waitsOnce && isLockWait(error))
      if (isOver) throw error
      await delay(Math.random() * Math.min(LONGEST_BACKOFF_MS, 10 * 2 ** attempt))
    }
  }
}
