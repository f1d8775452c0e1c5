import { setTimeout as delay } from 'node:timers/promises'
import { problem } from '../problems/problem.ts'
import { currentTrace, runTogether } from '../telemetry/tracing.ts'

const LARGEST_BATCH = 64
/** A batch is complete after this pause, or after the longest wait. */
const QUIET_MS = 2
const LONGEST_GATHER_MS = 8
const CROWD_MS = 100
/** Maximum waiting items, fifteen batches. Later items would be served too late, and fill the memory. */
const MOST_WAITING = 1_000

const busy = () => problem.unavailable('service.busy', 'Too many requests are waiting. Please try again soon')

interface Waiting<T, R> {
  item: T
  trace: string | undefined
  resolve: (result: R | Promise<R>) => void
  reject: (error: unknown) => void
}

export interface Alone<T, R> {
  alone: (item: T) => Promise<R>
  /** True to retry a failed batch item by item. By default all items fail. */
  isDoneAlone: (error: unknown) => boolean
}

/**
 * Groups simultaneous calls into one `flush`. A lone item does not wait; under load a batch waits for a 2 ms pause, at
 * most 8 ms. `flush` returns results in the order of the items, or throws for all; with `alone` a bad item then fails
 * by itself. Statement limits (`openDatabase`) bound a flush. Beyond 1,000 waiting items callers get 503
 * `service.busy`.
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

  // Without this the first item would be served alone, and the crowd ever after in small batches.
  async function gather(): Promise<void> {
    const began = performance.now()
    if (began - lastCrowd > CROWD_MS) return
    for (let seen = 0; waiting.length > seen && waiting.length < LARGEST_BATCH; ) {
      if (performance.now() - began >= LONGEST_GATHER_MS) return
      seen = waiting.length
      await delay(QUIET_MS)
    }
  }

  // A loop, because chained promises would pile up until the queue is empty.
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      await gather()
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await flushBatch(batch)
      // Set after the flush, so that a slow flush does not outlast it.
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
