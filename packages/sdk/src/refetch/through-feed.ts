/** When a service has received a change through its feed: mostly by the first, surely by the last. */
export const LOOKS_MS = [1_000, 2_500, 6_000]

/**
 * Calls `look` after each of these, once `soon` was called. Change after change puts off the last look only, so that
 * where one follows another without a pause, what comes of them is seen too.
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
