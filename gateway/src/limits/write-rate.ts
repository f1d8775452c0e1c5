import { LRUCache } from '@mms/service-kit'

/** Burst allowance in seconds of the average rate: an import, or an outbox after a day offline. */
const SAVED_SECONDS = 300
const PEOPLE = 10_000

/** Limits a person's changes by the generic cell rate algorithm. */
export function createWriteRate(limits: { writesPerSecond: number }): (who: string) => boolean {
  const nextOf = new LRUCache<string, number>({ max: PEOPLE })
  return (who) => {
    if (limits.writesPerSecond === 0) return true
    const now = performance.now()
    const next = Math.max(nextOf.get(who) ?? 0, now) + 1_000 / limits.writesPerSecond
    if (next > now + SAVED_SECONDS * 1_000) return false
    nextOf.set(who, next)
    return true
  }
}
