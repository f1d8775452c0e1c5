import { barcodeProblem, beginsAsPackCode } from '@mms/contracts'

/** Slower than any scanner between two keys, and faster than any finger through so many digits. */
const LONGEST_GAP_MS = 50
/** EAN-8 is the shortest code on a pack. */
const SHORTEST_CODE = 8
/** A text of lines, as a QR code has them: faster than any finger by far, for long. */
const FLOOD_GAP_MS = 10
const FLOOD_LENGTH = 20
/** A scanner that sends Enter twice does so as fast as the rest; a person's own Enter comes later than this. */
const ECHO_MS = 30

/** What scanners send for the separator of a GS1 code: Ctrl+], or Alt with the number of the character. */
const SEPARATOR = '\u001d'

export interface Key {
  key: string
  ctrlKey?: boolean
  altKey?: boolean
}

export type Recognised =
  /** None of a scanner's. */
  | { kind: 'other' }
  /** What may become a code begins with this key. */
  | { kind: 'began' }
  /** A further key of what may become one. */
  | { kind: 'typed' }
  /** A key of what can be nothing but the code of a pack. It ends with a pause. */
  | { kind: 'pack' }
  | { kind: 'scan'; code: string }
  /** The second end of a code. */
  | { kind: 'echo' }

const other = { kind: 'other' } as const

/**
 * Knows a scanner by the time between keys: digits in a rush, and Enter or Tab or nothing more; or the beginning of a
 * code that no person types. The times are those of the keys themselves, not of when a busy page got to see them.
 */
export function createRecogniser() {
  let text = ''
  let isPack = false
  let beganAt = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let echoUntil = Number.NEGATIVE_INFINITY
  /** A code ended by itself: what comes as fast behind it belonged to it, and came late. */
  let isOver = false

  const gap = () => (lastAt - beganAt) / Math.max(1, text.length)
  const isFlood = () => gap() <= FLOOD_GAP_MS
  const take = (): string => {
    const code = text
    text = ''
    isPack = false
    return code
  }
  const add = (character: string, at: number, isRushed: boolean): Recognised => {
    if (!isRushed || text === '') {
      text = character
      isPack = false
      beganAt = at
      return { kind: 'began' }
    }
    text += character
    isPack ||= beginsAsPackCode(text) || (text.length >= FLOOD_LENGTH && isFlood() && /\D/.test(text))
    return { kind: isPack ? 'pack' : 'typed' }
  }
  const end = (at: number, isRushed: boolean): Recognised => {
    if (at <= echoUntil) return { kind: 'echo' }
    if (isRushed && isPack) return add('\n', at, isRushed)
    if (isRushed && isDigits(text)) {
      echoUntil = at + Math.max(ECHO_MS, 1.5 * gap())
      return { kind: 'scan', code: take() }
    }
    // One line of several, if more comes as fast.
    if (isRushed && text.length >= SHORTEST_CODE && isFlood()) text += '\n'
    else text = ''
    return other
  }
  return {
    hear({ key, ctrlKey = false, altKey = false }: Key, at: number): Recognised {
      // A shift key alone is no key of its own.
      if (['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(key)) return other
      const isRushed = at - lastAt <= LONGEST_GAP_MS
      lastAt = at
      isOver &&= isRushed
      if (isOver) return { kind: 'echo' }
      if (key === 'Enter' || key === 'Tab') return end(at, isRushed)
      if (key.length === 1 && !ctrlKey && !altKey) return add(key, at, isRushed)
      if ((ctrlKey && key === ']') || (altKey && isPack)) {
        return isRushed && text.endsWith(SEPARATOR) ? { kind: 'pack' } : add(SEPARATOR, at, isRushed)
      }
      if (isRushed && isPack) return { kind: 'pack' }
      text = ''
      return other
    },
    /** No key has come for a while: the code that stands there, if there is one and `isTaken` takes it. */
    pause(isTaken: (code: string) => boolean): string | null {
      const isEnded = isPack && text.endsWith('\n')
      const isCode = isPack || (isDigits(text) && barcodeProblem(text) === undefined)
      if (!isEnded && !(isCode && isTaken(text))) return null
      isOver = true
      return take()
    },
  }
}

const isDigits = (text: string) => text.length >= SHORTEST_CODE && /^\d+$/.test(text)
