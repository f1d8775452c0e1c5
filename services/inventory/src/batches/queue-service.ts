import { addDays, type ExpiryQueueSummary, type NamedStockBatch, type QueueState } from '@mms/contracts'
import type { StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createKeptSums } from './kept-sums.ts'
import { createQueueStore } from './queue-store.ts'
import { sumExpiring } from './summary-store.ts'

/** Days that the expiry queue looks ahead unless it is asked for others. */
const AHEAD = 90

/** Where a page begins, and which batches are in it. */
interface Asked {
  until: string | undefined
  status: QueueState | undefined
  after: readonly [date: string, batchId: string]
  limit: number
}

/** The expiry queue: what is in stock and expires soon, or has expired. */
export function createBatchQueueService({ db, clock }: { db: Knex; clock: StoreClock }) {
  const store = createQueueStore(db)
  const kept = createKeptSums<ExpiryQueueSummary>()
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), AHEAD)
  return {
    listExpiring: ({ until, status: state, after, limit }: Asked): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), state, today: clock.today() }, after, limit),
    sumExpiring(until: string | undefined): Promise<ExpiryQueueSummary> {
      const [day, today] = [dayOf(until), clock.today()]
      return kept.read(`${day} ${today}`, () => sumExpiring(db, day, today))
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
