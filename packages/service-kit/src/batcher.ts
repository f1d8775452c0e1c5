import { setTimeout as delay } from 'node:timers/promises'
import { problem } from './errors.ts'
import { currentTrace, runTogether } from './telemetry/tracing.ts'

/** Most items of one flush: one statement of reasonable size. */
const LARGEST_BATCH = 64
/** A batch is complete once no item has come for so long, or after the longest wait. */
const QUIET_MS = 2
const LONGEST_GATHER_MS = 8
/** How long after a batch of several more such are expected. */
const CROWD_MS = 100
/** Fifteen batches: behind so many no item is served in time, and memory would fill. */
const MOST_WAITING = 1_000

const busy = () => problem.unavailable('service.busy', 'Too much is waiting right now. Please try again soon')

interface Waiting<T, R> {
  item: T
  trace: string | undefined
  resolve: (result: R | Promise<R>) => void
  reject: (error: unknown) => void
}

/** What becomes of the items of a batch that failed and was undone as a whole. */
export interface Alone<T, R> {
  /** Does one item by itself; a batch of one begins with it. */
  alone: (item: T) => Promise<R>
  /** Whether a batch that failed so is done item by item. By default the failure is that of all of them. */
  isDoneAlone: (error: unknown) => boolean
}

/**
 * Groups what is asked for at the same time into one `flush`: while one is under way the next batch gathers,
 * and where several have come at once lately, it waits for those that are on their way too: until none has come
 * for 2 ms, 8 ms at most. A lone item does not wait. `flush` returns the results, or promises of them, in the order
 * of the items; when it throws, all of them failed, or each is done `alone`: one bad item of a database transaction
 * then fails by itself. How long a flush may take is for its statements to limit (`openDatabase`): the next batch waits for
 * it. While 1,000 items wait, others are refused with 503 `service.busy`.
 *
 * @example
 * // At sixteen connections one insert and one commit, where there were ten.
 * const insert = createBatcher(async (rows: Row[]) => { await db('rows').insert(rows); return rows })
 * await insert(row)
 *
 * @example
 * createBatcher(insertTogether, { alone: insertOne, isDoneAlone: isUniqueViolation })
 */
export function createBatcher<T, R>(
  flush: (items: T[]) => Promise<(R | Promise<R>)[]>,
  fallback?: Alone<T, R>,
): (item: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let flushing = false
  let lastCrowd = Number.NEGATIVE_INFINITY

  async function flushItems(items: T[]): Promise<(R | Promise<R>)[]> {
    if (!fallback) return flush(items)
    const { alone, isDoneAlone } = fallback
    const [first, ...others] = items
    if (others.length === 0) return [await alone(first as T)]
    try {
      return await flush(items)
    } catch (error) {
      if (!isDoneAlone(error)) throw error
      return items.map(alone)
    }
  }

  async function flushBatch(batch: Waiting<T, R>[]): Promise<void> {
    try {
      const items = batch.map(({ item }) => item)
      const traces = batch.map(({ trace }) => trace)
      const results = await runTogether('batch', traces, () => flushItems(items))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R | Promise<R>)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  // One that came first would else be served first and alone, and the whole crowd ever after in small batches.
  async function gather(): Promise<void> {
    const began = performance.now()
    if (began - lastCrowd > CROWD_MS) return
    for (let seen = 0; waiting.length > seen && waiting.length < LARGEST_BATCH; ) {
      if (performance.now() - began >= LONGEST_GATHER_MS) return
      seen = waiting.length
      await delay(QUIET_MS)
    }
  }

  // A loop: were each batch to wait for the next, their promises would pile up until the queue is empty.
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await flushBatch(batch)
      // Only now: a slow flush must not outlast the memory of its crowd.
      if (batch.length > 1) lastCrowd = performance.now()
    }
    flushing = false
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      if (waiting.length >= MOST_WAITING) return reject(busy())
      waiting.push({ item, trace: currentTrace(), resolve, reject })
      if (flushing) return
      flushing = true
      setImmediate(() => void flushAll())
    })
}
