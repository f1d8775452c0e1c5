import { setTimeout as delay } from 'node:timers/promises'
import { problem } from '../problems/problem.ts'
import { currentTrace, runInSharedSpan } from '../telemetry/tracing.ts'

const LARGEST_BATCH = 64
/** A batch is flushed when no item arrived for this long, or after the longest wait. */
const QUIET_MS = 2
const LONGEST_GATHER_MS = 8
const CROWD_MS = 100
/** Maximum waiting items (fifteen batches). Later items are refused: they would wait too long and fill the memory. */
const MOST_WAITING = 1_000

const busy = () => problem.unavailable('service.busy', 'Too many requests are waiting. Please try again soon')

interface Waiting<T, R> {
  item: T
  trace: string | undefined
  resolve: (result: R | Promise<R>) => void
  reject: (error: unknown) => void
}

export interface SingleItemFallback<T, R> {
  alone: (item: T) => Promise<R>
  /** Returns true to retry a failed batch item by item. By default all its items fail. */
  isDoneAlone: (error: unknown) => boolean
}

/**
 * Groups simultaneous calls into one `flush`. A single item does not wait. Under load a batch is flushed after a pause
 * of 2 ms, at most after 8 ms. `flush` returns results in the order of the items, or throws for all. With `alone`, only
 * the bad item fails. `openDatabase` limits the duration. Beyond 1,000 waiting items, callers get 503 `service.busy`.
 */
export function createBatcher<T, R>(
  flush: (items: T[]) => Promise<(R | Promise<R>)[]>,
  fallback?: SingleItemFallback<T, R>,
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
      const results = await runInSharedSpan('batch', traces, () => flushItems(items))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R | Promise<R>)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  // Waits for more items. Otherwise one item would be flushed alone, and all later batches would stay small.
  async function gather(): Promise<void> {
    const began = performance.now()
    if (began - lastCrowd > CROWD_MS) return
    for (let seen = 0; waiting.length > seen && waiting.length < LARGEST_BATCH; ) {
      if (performance.now() - began >= LONGEST_GATHER_MS) return
      seen = waiting.length
      await delay(QUIET_MS)
    }
  }

  // A loop, because a chain of promises would use memory until the queue is empty.
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await flushBatch(batch)
      // Measured after the flush, because a slow flush may take longer than `CROWD_MS`.
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
