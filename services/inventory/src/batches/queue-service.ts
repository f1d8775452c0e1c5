import { addDays, type Batch, type ExpiryQueueSummary, type NamedStockBatch } from '@mms/contracts'
import { LRUCache, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createBatchPageStore } from './store.ts'
import { sumExpiring } from './summary-store.ts'

/** Days that the expiry queue looks ahead unless it is asked for others. */
const AHEAD = 90

/** Sums over a large store's queue take as long as a hundred of its pages. */
const SUMS_LAST_MS = 3_000

/** Where a page begins, and which batches are in it. */
interface Asked {
  until: string | undefined
  status: Batch['status'] | undefined
  after: readonly [date: string, batchId: string]
  limit: number
}

/** The expiry queue: what is in stock and expires soon, or has expired. */
export function createBatchQueueService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createBatchPageStore(db)
  const kept = new LRUCache<string, Promise<ExpiryQueueSummary>>({ max: 8, ttl: SUMS_LAST_MS })
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), AHEAD)
  return {
    listExpiring: ({ until, status, after, limit }: Asked): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), status }, after, limit),
    sumExpiring(until: string | undefined): Promise<ExpiryQueueSummary> {
      const key = `${dayOf(until)} ${clock.today()}`
      const found = kept.get(key)
      if (found) return found
      const sums = sumExpiring(db, dayOf(until), clock.today())
      kept.set(key, sums)
      sums.catch(() => kept.delete(key))
      return sums
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
