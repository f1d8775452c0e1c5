import { LRUCache } from '@mms/service-kit'

/** Sums of this age are computed again, for whoever asks next … */
const FRESH_MS = 2_000
/** … and are still an answer until then: a page asks three times after each change. */
const STALE_MS = 30_000

interface Kept<Sums> {
  sums: Sums
  at: number
}

/**
 * Sums over a large store take as long as a hundred pages. Whoever asks within half a minute of another gets the sums that
 * are there, and if they are not fresh, they are computed meanwhile, once. Failures are not kept.
 */
export function createKeptSums<Sums extends object>(now: () => number = () => performance.now()) {
  const kept = new LRUCache<string, Kept<Sums>>({ max: 8 })
  const running = new Map<string, Promise<Sums>>()

  function compute(key: string, sum: () => Promise<Sums>): Promise<Sums> {
    const other = running.get(key)
    if (other) return other
    const at = now()
    const sums = sum()
      .then((result) => {
        kept.set(key, { sums: result, at })
        return result
      })
      .finally(() => running.delete(key))
    running.set(key, sums)
    return sums
  }

  return {
    async read(key: string, sum: () => Promise<Sums>): Promise<Sums> {
      const found = kept.get(key)
      const age = found ? now() - found.at : Number.POSITIVE_INFINITY
      if (!found || age >= STALE_MS) return compute(key, sum)
      // Whoever waits for the next ones hears of a failure.
      if (age >= FRESH_MS) compute(key, sum).catch(() => {})
      return found.sums
    },
  }
}
