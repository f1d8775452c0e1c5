/** Control characters, and characters that change the direction of text or break a line. */
const OBEYED = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u

/** True if a text looks everywhere as it was written. Joiners are allowed because Indian scripts need them. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !OBEYED.test(text)

/** Turns text from an untrusted sender into one line that is safe to log, mail and display. */
export const toPlainText = (text: string): string =>
  text.toWellFormed().replaceAll(new RegExp(OBEYED, 'gu'), ' ')
