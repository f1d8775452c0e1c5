import { addDays, type ExpiryQueueQuery, type ExpiryQueueSummary, type NamedStockBatch } from '@mms/contracts'
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

type QueueQuery = Pick<ExpiryQueueQuery, 'until' | 'status'>

export function createBatchQueueService({ db, clock, feed }: Options) {
  const store = createQueueStore(db)
  const share = createSharedReads()
  const sums = createVersionedCache<ExpiryQueueSummary>(CACHED_SUMS)
  const queueOf = ({ until = addDays(clock.today(), DEFAULT_DAYS_AHEAD), status: state }: QueueQuery) => ({
    until,
    state,
    today: clock.today(),
  })
  return {
    listExpiring: (query: QueueQuery, after: QueuePosition, limit: number): Promise<NamedStockBatch[]> =>
      store.listByDate(queueOf(query), after, limit),
    sumExpiring(query: QueueQuery): Promise<ExpiryQueueSummary> {
      const queue = queueOf(query)
      const key = Object.values(queue).join(' ')
      return share(key, async () => sums(await feed.head(), key, () => sumExpiring(db, queue)))
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
