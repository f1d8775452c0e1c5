import { isLockWait, LRUCache, problem } from '@mms/service-kit'

/** After a lock wait, a medicine's commands run alone instead of in shared transactions for this time. */
const HELD_MS = 5_000

const busy = () =>
  problem.unavailable('inventory.busy', 'This medicine is being changed right now. Please try again', {
    headers: { 'Retry-After': '1' },
  })

/** Runs a medicine's commands in turn. While its row is locked, one waits; others get 503 and free their connection. */
export function createMedicineQueue() {
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

  async function run<T>(id: string, work: () => Promise<T>): Promise<T> {
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
  }

  return {
    isHeld: (id: string) => held.has(id),
    run,
    /** Waits for each medicine in the order of ids, so that two callers never wait for each other. */
    runAll: <T>(ids: string[], work: () => Promise<T>): Promise<T> =>
      [...new Set(ids)].sort().reduceRight((next, id) => () => run(id, next), work)(),
  }
}
export type MedicineQueue = ReturnType<typeof createMedicineQueue>
