/** Slower than any scanner between two digits, and faster than any finger through so many. */
const LONGEST_GAP_MS = 50
/** EAN-8 is the shortest code on a pack. */
const SHORTEST_CODE = 8

export type Recognised =
  | { kind: 'other' }
  | { kind: 'began' }
  | { kind: 'digit' }
  | { kind: 'scan'; code: string }

/**
 * Tells a scanner from a person by the time between keys: digits in a rush, and Enter. The times are those of the keys
 * themselves, not of when a busy page got to see them.
 */
export function createRecogniser() {
  let digits = ''
  let lastAt = Number.NEGATIVE_INFINITY
  return (key: string, at: number): Recognised => {
    const isRushed = at - lastAt <= LONGEST_GAP_MS
    lastAt = at
    if (/^\d$/.test(key)) {
      const kind = isRushed && digits !== '' ? 'digit' : 'began'
      digits = kind === 'began' ? key : digits + key
      return { kind }
    }
    // A shift key alone is no key of its own.
    if (key === 'Shift') return { kind: 'other' }
    const code = digits
    digits = ''
    return key === 'Enter' && isRushed && code.length >= SHORTEST_CODE
      ? { kind: 'scan', code }
      : { kind: 'other' }
  }
}
