import { setTimeout as delay } from 'node:timers/promises'

/** Most items of one flush: one statement of reasonable size. */
const LARGEST_BATCH = 64
const GATHER_MS = 4

interface Waiting<T, R> {
  item: T
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
 * Groups what is asked for at the same time into one `flush`: while one is under way, and for a moment
 * after one of several, the next batch gathers. A lone item waits for nobody. `flush` returns the results,
 * or promises of them, in the order of the items; when it throws, all of them failed, or each is done `alone`: one
 * bad item of a database transaction then fails by itself.
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
      const results = await flushItems(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as R | Promise<R>)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  // A loop: were each batch to wait for the next, their promises would pile up until the queue is empty.
  async function flushAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, LARGEST_BATCH)
      waiting = waiting.slice(LARGEST_BATCH)
      await flushBatch(batch)
      // Where several come at once more are on their way: fewer, larger batches cost less than the wait.
      if (batch.length > 1) await delay(GATHER_MS)
    }
    flushing = false
  }

  return (item) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (flushing) return
      flushing = true
      setImmediate(() => void flushAll())
    })
}
