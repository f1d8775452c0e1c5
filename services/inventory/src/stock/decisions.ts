import {
  catchUp,
  failpoint,
  findCaughtUp,
  inTransaction,
  isClustered,
  isUniqueViolation,
  problem,
  type StoreClock,
} from '@mms/service-kit'
import type { Knex } from 'knex'
import { createCommandStore, type StoredOutcome } from './command-store.ts'

/** Cluster only: a refusal writes no row, so no conflict would reveal that it was based on outdated stock. */
class OldStockError extends Error {}

type DecisionWork = (trx: Knex.Transaction) => Promise<StoredOutcome[]>

interface DecisionOptions {
  db: Knex
  clock: StoreClock
  /** Name of the failpoint between the writes and the commit. */
  written: string
}

/** Stores outcomes in the transaction that moved the stock. */
export function createDecisions({ db, clock, written }: DecisionOptions) {
  /** If `isCurrent` is false, a refusal is not stored, because its stock may be outdated. */
  const attempt = (work: DecisionWork, isCurrent: boolean) => {
    const write = async (trx: Knex.Transaction) => {
      const stored = await work(trx)
      if (!isCurrent && stored.some(({ outcome }) => outcome.outcome === 'rejected'))
        throw new OldStockError()
      await createCommandStore(trx).insert(stored, clock.now())
      failpoint(written)
      return stored
    }
    return inTransaction(db, write, { waitsOnce: true })
  }

  async function store(work: DecisionWork): Promise<StoredOutcome[]> {
    try {
      return await attempt(work, !isClustered(db))
    } catch (error) {
      if (!(error instanceof OldStockError)) throw error
      await catchUp(db)
      return attempt(work, true)
    }
  }

  return {
    store,
    /** Returns the outcome stored under `id`, or decides it and stores it. */
    async storeOnce(id: string, work: DecisionWork): Promise<StoredOutcome> {
      for (let tries = 1; ; tries += 1) {
        try {
          const [stored] = await store(work)
          return stored as StoredOutcome
        } catch (error) {
          if (!isUniqueViolation(error)) throw error
          const stored = await findCaughtUp(db, () => createCommandStore(db).find(id))
          if (stored) return stored
          // Try once more: another replica may have added the same unknown medicine.
          if (tries > 1) throw problem.conflict('inventory.id_taken', 'This id belongs to something else')
        }
      }
    },
  }
}
