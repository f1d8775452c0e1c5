import { barcodeProblem, beginsAsPackCode } from '@mms/contracts'

/** Every scanner sends its keys faster than this, and no person types many digits as fast. */
const LONGEST_GAP_MS = 50
/** EAN-8 is the shortest code on a pack. */
const SHORTEST_CODE = 8
/** A QR code may have several lines. No person types this many keys this fast. */
const FLOOD_GAP_MS = 10
const FLOOD_LENGTH = 20
/** Maximum gap before a scanner's second Enter. A person's own Enter comes later. */
const ECHO_MS = 30

/** Scanners send the GS1 separator as Ctrl+] or as Alt with the character's number. */
const SEPARATOR = '\u001d'

export interface PressedKey {
  key: string
  ctrlKey?: boolean
  altKey?: boolean
}

export type KeyRecognition =
  | { kind: 'other' }
  | { kind: 'began' }
  | { kind: 'typed' }
  | { kind: 'pack' }
  | { kind: 'scan'; code: string }
  | { kind: 'echo' }

const other = { kind: 'other' } as const

/**
 * Recognises a scanner by a fast burst of digits, often with Enter or Tab, or by a prefix that nobody types.
 * Uses the times of the events, because a busy page handles them late.
 */
export function createRecogniser() {
  let text = ''
  let isPack = false
  let beganAt = 0
  let lastAt = Number.NEGATIVE_INFINITY
  let echoUntil = Number.NEGATIVE_INFINITY
  /** A pause ended the code. Keys that follow just as fast still belong to it, up to the Enter of a barcode. */
  let ended: 'barcode' | 'pack' | null = null

  const gap = () => (lastAt - beganAt) / Math.max(1, text.length)
  const isFlood = () => gap() <= FLOOD_GAP_MS
  const take = (): string => {
    const code = text
    text = ''
    isPack = false
    return code
  }
  const add = (character: string, at: number, isRushed: boolean): KeyRecognition => {
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
  const end = (at: number, isRushed: boolean): KeyRecognition => {
    if (at <= echoUntil) return { kind: 'echo' }
    if (isRushed && isPack) return add('\n', at, isRushed)
    if (isRushed && isDigits(text)) {
      echoUntil = at + Math.max(ECHO_MS, 1.5 * gap())
      return { kind: 'scan', code: take() }
    }
    if (isRushed && text.length >= SHORTEST_CODE && isFlood()) text += '\n'
    else text = ''
    return other
  }
  return {
    hear({ key, ctrlKey = false, altKey = false }: PressedKey, at: number): KeyRecognition {
      if (['Shift', 'Control', 'Alt', 'AltGraph', 'CapsLock'].includes(key)) return other
      const isRushed = at - lastAt <= LONGEST_GAP_MS
      lastAt = at
      const isEnd = key === 'Enter' || key === 'Tab'
      if (ended && isRushed) {
        if (isEnd && ended === 'barcode') ended = null
        echoUntil = at + ECHO_MS
        return { kind: 'echo' }
      }
      ended = null
      if (isEnd) return end(at, isRushed)
      if (key.length === 1 && !ctrlKey && !altKey) return add(key, at, isRushed)
      if ((ctrlKey && key === ']') || (altKey && isPack)) {
        return isRushed && text.endsWith(SEPARATOR) ? { kind: 'pack' } : add(SEPARATOR, at, isRushed)
      }
      if (isRushed && isPack) return { kind: 'pack' }
      text = ''
      return other
    },
    pause(isTaken: (code: string) => boolean): string | null {
      const isEnded = isPack && text.endsWith('\n')
      const isCode = isPack || (isDigits(text) && barcodeProblem(text) === undefined)
      if (!isEnded && !(isCode && isTaken(text))) return null
      ended = isPack ? 'pack' : 'barcode'
      return take()
    },
  }
}

const isDigits = (text: string) => text.length >= SHORTEST_CODE && /^\d+$/.test(text)
