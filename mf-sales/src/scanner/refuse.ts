import { notify } from '@mms/sdk'
import { beepRefusal } from './beep.ts'

/** Maximum characters quoted in a message. A scanned text may have 10,000. */
const MOST_NAMED = 60

export function notifyRefusal(sentence: string, detail: string): void {
  beepRefusal()
  notify.error(sentence, detail)
}

export function shortenText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MOST_NAMED ? `${line.slice(0, MOST_NAMED)}…` : line
}
