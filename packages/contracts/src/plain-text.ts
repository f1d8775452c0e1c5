/** What a terminal, a mail or a screen obeys in place of showing it: control characters, and what turns or breaks a line. */
const OBEYED = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/u

/** Whether a text is shown as it is written wherever it comes to stand. Joiners, which Indian scripts need, are. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !OBEYED.test(text)

/** A text of a stranger as one line that can be logged, mailed and shown. */
export const toPlainText = (text: string): string =>
  text.toWellFormed().replaceAll(new RegExp(OBEYED, 'gu'), ' ')
