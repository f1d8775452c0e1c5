/** Control characters, and characters that change direction or break a line. */
const OBEYED = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u

/** True if a text is displayed everywhere as written. Joiners, which Indian scripts need, are allowed. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !OBEYED.test(text)

/** Turns a stranger's text into one line that is safe to log, mail and show. */
export const toPlainText = (text: string): string =>
  text.toWellFormed().replaceAll(new RegExp(OBEYED, 'gu'), ' ')
