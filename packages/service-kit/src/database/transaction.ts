import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isConflict, isLockWait } from './errors.ts'
import { isClustered } from './galera/cluster.ts'
import { byDialect } from './open.ts'

/**
 * A file that another process writes refuses at once a transaction that has read before it writes: SQLite waits only for
 * those that begin with a write.
 */
const MAX_ATTEMPTS = { mysql: 6, sqlite: 12 }
/** No transaction waits for a row that another node writes, such as the head of a feed: of three that do, two lose. */
const MAX_ATTEMPTS_OF_CLUSTER = 12
const LONGEST_BACKOFF_MS = 200

/**
 * Runs `work` in one transaction and commits what it did, or nothing. When it loses against another
 * transaction (deadlock, lock wait, busy file) the **whole work runs again**, up to 6 or 12 times: it must
 * touch nothing but `trx`, and make its stores from `trx`. With `waitsOnce` a lock that was waited for is thrown at once
 * (`isLockWait`): of a batch, where all would wait again for the row of one.
 *
 * @example await inTransaction(db, async (trx) => { await createMedicineStore(trx).insert(medicine) })
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
