/** By which Excel knows UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** What a spreadsheet would run, full-width signs too, at the beginning of a cell, whatever sign ends one for it. */
const FORMULA = /(^|[,;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g

function cellText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : String(value ?? '').replace(FORMULA, "$1$2'")
  return `"${text.replaceAll('"', '""')}"`
}

/**
 * A table as RFC 4180, all cells in quotes; what a spreadsheet would run as a formula gets an apostrophe before it.
 *
 * @example csvText(['Name'], [['=1+1']]) // '\ufeff"Name"\r\n"\'=1+1"'
 */
export function csvText(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return BYTE_ORDER_MARK + headers.map(cellText).join(',') + csvLines(rows)
}

/** Further rows of the same table: what follows on its text. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `\r\n${row.map(cellText).join(',')}`).join('')
