interface Bounds {
  eachMs: number
  atOnce: number
}

/** About 7 kB a second; more is only counted, so that strangers cannot rotate logs away. */
export const ofStrangers: Bounds = { eachMs: 50, atOnce: 1_000 }
/** About 5 MB a day: security events are kept for longer than other lines. */
export const ofSecurity: Bounds = { eachMs: 5_000, atOnce: 200 }

/** Returns undefined if a refusal gets no line, else the number of lines skipped before it. */
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
