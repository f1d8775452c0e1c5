/** So many a second on average, some 7 kB; more are counted, so that a flood of strangers rotates no log away. */
const EACH_MS = 50
/** How many may come at once after a quiet time. */
const AT_ONCE = 1_000

/**
 * Whether another refusal of a request without a caller gets a line of its own: undefined where it does not, else how many
 * were left out since the one before.
 */
export function createRefusedLines(): () => number | undefined {
  let next = 0
  let omitted = 0
  return () => {
    const now = performance.now()
    const after = Math.max(next, now) + EACH_MS
    if (after > now + AT_ONCE * EACH_MS) {
      omitted += 1
      return undefined
    }
    next = after
    const before = omitted
    omitted = 0
    return before
  }
}
