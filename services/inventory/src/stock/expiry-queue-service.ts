import { addDays, type ExpiryQueueSummary, type NamedStockBatch, type QueueState } from '@mms/contracts'
import { createSharedReads, createVersionedCache, type Feed, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createQueueStore, type QueuePosition, sumExpiring } from './expiry-queue-store.ts'

const DEFAULT_DAYS_AHEAD = 90

/** The dashboard requests the sums of twelve months. */
const CACHED_SUMS = 24

interface Options {
  db: Knex
  clock: StoreClock
  /** Every change of a batch moves the head of the feed, so it is the version of the cached sums. */
  feed: Pick<Feed, 'head'>
}

interface ExpiryQueueRequest {
  until: string | undefined
  status: QueueState | undefined
  after: QueuePosition
  limit: number
}

export function createBatchQueueService({ db, clock, feed }: Options) {
  const store = createQueueStore(db)
  const share = createSharedReads()
  const sums = createVersionedCache<ExpiryQueueSummary>(CACHED_SUMS)
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), DEFAULT_DAYS_AHEAD)
  return {
    listExpiring: ({ until, status: state, after, limit }: ExpiryQueueRequest): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), state, today: clock.today() }, after, limit),
    sumExpiring({
      until,
      status: state,
    }: Pick<ExpiryQueueRequest, 'until' | 'status'>): Promise<ExpiryQueueSummary> {
      const queue = { until: dayOf(until), state, today: clock.today() }
      const key = Object.values(queue).join(' ')
      return share(key, async () => sums(await feed.head(), key, () => sumExpiring(db, queue)))
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
