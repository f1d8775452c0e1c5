import { addDays, type ExpiryQueueSummary, type NamedStockBatch, type QueueState } from '@mms/contracts'
import { createSharedReads, createVersionedCache, type Feed, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createQueueStore, type Place, sumExpiring } from './expiry-queue-store.ts'

const AHEAD = 90

const KEPT = 8

interface Options {
  db: Knex
  clock: StoreClock
  /** Key of the cached sums: every change of a batch is published. */
  feed: Pick<Feed, 'head'>
}

interface Asked {
  until: string | undefined
  status: QueueState | undefined
  after: Place
  limit: number
}

export function createBatchQueueService({ db, clock, feed }: Options) {
  const store = createQueueStore(db)
  const share = createSharedReads()
  const sums = createVersionedCache<ExpiryQueueSummary>(KEPT)
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), AHEAD)
  return {
    listExpiring: ({ until, status: state, after, limit }: Asked): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), state, today: clock.today() }, after, limit),
    /** Current sums, computed again only after a change. */
    sumExpiring({ until, status: state }: Pick<Asked, 'until' | 'status'>): Promise<ExpiryQueueSummary> {
      const queue = { until: dayOf(until), state, today: clock.today() }
      const key = Object.values(queue).join(' ')
      return share(key, async () => sums(await feed.head(), key, () => sumExpiring(db, queue)))
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
