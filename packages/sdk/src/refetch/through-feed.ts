/** Delays after which a service has usually, and surely, received a change through its feed. */
export const LOOKS_MS = [1_000, 2_500, 6_000]

/**
 * Calls `look` after each delay that follows `soon`. Further changes postpone only the last look, so that continuous
 * changes show up, too.
 */
export function createLooks(look: () => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const lastMs = LOOKS_MS.at(-1)
  return {
    soon() {
      for (const delay of LOOKS_MS) {
        const pending = timers.get(delay)
        if (pending !== undefined && delay !== lastMs) continue
        clearTimeout(pending)
        const timer = setTimeout(() => {
          timers.delete(delay)
          look()
        }, delay)
        timers.set(delay, timer)
      }
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
