import { addDays, type ExpiryQueueSummary, type NamedStockBatch, type QueueState } from '@mms/contracts'
import { createSharedReads, createVersionedCache, type Feed, type StoreClock } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createQueueStore, type Place } from './queue-store.ts'
import { sumExpiring } from './summary-store.ts'

/** Days that the expiry queue looks ahead unless it is asked for others. */
const AHEAD = 90

/** Horizons of which sums are kept. */
const KEPT = 8

interface Options {
  db: Knex
  clock: StoreClock
  /** By its head sums are kept: whatever changes a batch is published. */
  feed: Pick<Feed, 'head'>
}

/** Where a page begins, and which batches are in it. */
interface Asked {
  until: string | undefined
  status: QueueState | undefined
  after: Place
  limit: number
}

/** The expiry queue: what is in stock and expires soon, or has expired. */
export function createBatchQueueService({ db, clock, feed }: Options) {
  const store = createQueueStore(db)
  const share = createSharedReads()
  const sums = createVersionedCache<ExpiryQueueSummary>(KEPT)
  const dayOf = (until: string | undefined) => until ?? addDays(clock.today(), AHEAD)
  return {
    listExpiring: ({ until, status: state, after, limit }: Asked): Promise<NamedStockBatch[]> =>
      store.listByDate({ until: dayOf(until), state, today: clock.today() }, after, limit),
    /** As they are when they are asked for; computed again only after a change. */
    sumExpiring(until: string | undefined): Promise<ExpiryQueueSummary> {
      const [day, today] = [dayOf(until), clock.today()]
      const key = `${day} ${today}`
      return share(key, async () => sums(await feed.head(), key, () => sumExpiring(db, day, today)))
    },
  }
}
export type BatchQueueService = ReturnType<typeof createBatchQueueService>
