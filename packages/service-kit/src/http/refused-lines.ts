interface Bounds {
  /** Milliseconds for each line, on average. */
  eachMs: number
  /** How many may come at once after a quiet time. */
  atOnce: number
}

/** Some 7 kB a second; more are counted, so that a flood of strangers rotates no log away. */
export const ofStrangers: Bounds = { eachMs: 50, atOnce: 1_000 }
/** Some 5 MB a day: security events are kept for longer than other lines. */
export const ofSecurity: Bounds = { eachMs: 5_000, atOnce: 200 }

/**
 * Whether another refusal gets a line of its own: undefined where it does not, else how many were left out since the one
 * before.
 */
export function createRefusedLines({ eachMs, atOnce }: Bounds): () => number | undefined {
  let next = 0
  let omitted = 0
  return () => {
    const now = performance.now()
    const after = Math.max(next, now) + eachMs
    if (after > now + atOnce * eachMs) {
      omitted += 1
      return undefined
    }
    next = after
    const before = omitted
    omitted = 0
    return before
  }
}
