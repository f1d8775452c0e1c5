import { isLockWait, LRUCache, problem } from '@mms/service-kit'

/** After a row was found held by another transaction, its commands stay out of batches for so long. */
const HELD_MS = 5_000

const busy = () =>
  problem.unavailable('inventory.busy', 'This medicine is being changed right now. Please try again', {
    headers: { 'Retry-After': '1' },
  })

/**
 * Commands that are done alone, those of a medicine one after another. While its row is held by another transaction one of them
 * waits for it, and the others are refused with 503: they would take every connection from the other medicines.
 */
export function createTurns() {
  const held = new LRUCache<string, true>({ max: 1_000, ttl: HELD_MS })
  const latest = new Map<string, Promise<unknown>>()

  async function attempt<T>(id: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      held.delete(id)
      return result
    } catch (error) {
      if (isLockWait(error)) held.set(id, true)
      throw error
    }
  }

  return {
    isHeld: (id: string) => held.has(id),
    async take<T>(id: string, work: () => Promise<T>): Promise<T> {
      const before = latest.get(id)
      const next = async () => {
        if (before && held.has(id)) throw busy()
        return attempt(id, work)
      }
      const turn = before ? before.then(next, next) : next()
      latest.set(id, turn)
      try {
        return await turn
      } finally {
        if (latest.get(id) === turn) latest.delete(id)
      }
    },
  }
}
