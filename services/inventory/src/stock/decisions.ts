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

/** On a cluster a refusal writes no row, so the stock it was based on may be outdated. */
class OldStockError extends Error {}

type DecisionWork = (trx: Knex.Transaction) => Promise<StoredOutcome[]>

interface DecisionOptions {
  db: Knex
  clock: StoreClock
  /** Failpoint between the writes and the commit. */
  written: string
}

/** Stores outcomes in the transaction that moved the stock. */
export function createDecisions({ db, clock, written }: DecisionOptions) {
  /** With `isCurrent` false refusals are not stored, because the stock may be outdated. */
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
    /** Returns the outcome under `id`: the first that `work` decides, or the one stored before. */
    async storeOnce(id: string, work: DecisionWork): Promise<StoredOutcome> {
      for (let tries = 1; ; tries += 1) {
        try {
          const [stored] = await store(work)
          return stored as StoredOutcome
        } catch (error) {
          if (!isUniqueViolation(error)) throw error
          const stored = await findCaughtUp(db, () => createCommandStore(db).find(id))
          if (stored) return stored
          // Another replica may have added the same unknown medicine.
          if (tries > 1) throw problem.conflict('inventory.id_taken', 'This id belongs to something else')
        }
      }
    },
  }
}
