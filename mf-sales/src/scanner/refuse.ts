import { notify } from '@mms/sdk'
import { beepRefusal } from './beep.ts'

/** What a message names of a text that may be ten thousand letters. */
const MOST_NAMED = 60

/** Says with a sound that what was scanned or typed was not taken. */
export function refuse(sentence: string, detail: string): void {
  beepRefusal()
  notify.error(sentence, detail)
}

/** A text as a message names it. */
export function named(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST_NAMED ? `${line.slice(0, MOST_NAMED)}…` : line
}
