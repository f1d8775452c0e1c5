import { addDays, type Batch, type ExpiryQueueSummary, type NamedStockBatch } from '@mms/contracts'
import type { StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createBatchPageStore } from './store.ts'
import { sumExpiring } from './summary-store.ts'

/** Days that the expiry queue looks ahead unless it is asked for others. */
const AHEAD = 90

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
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), AHEAD)
  return {
    listExpiring: ({ until, status, after, limit }: Asked): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), status }, after, limit),
    sumExpiring: (until: string | undefined): Promise<ExpiryQueueSummary> =>
      sumExpiring(db, dayOf(until), clock.today()),
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
