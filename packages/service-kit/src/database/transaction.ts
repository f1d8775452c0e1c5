import { setTimeout as delay } from 'node:timers/promises'
import type { Knex } from 'knex'
import { isConflict } from './errors.ts'

const MAX_ATTEMPTS = 6
const LONGEST_BACKOFF_MS = 200

/**
 * Runs `work` in one transaction and commits what it did, or nothing. When it loses against another
 * transaction (deadlock, lock wait, busy file) the **whole work runs again**, at most 6 times: it must
 * touch nothing but `trx`, and make its stores from `trx`.
 *
 * @example await inTransaction(db, async (trx) => { await createMedicineStore(trx).insert(medicine) })
 */
export async function inTransaction<T>(db: Knex, work: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  if (db.isTransaction) throw new TypeError('inTransaction needs the database, not a transaction of it')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(work)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConflict(error)) throw error
      await delay(Math.random() * Math.min(LONGEST_BACKOFF_MS, 10 * 2 ** attempt))
    }
  }
}
