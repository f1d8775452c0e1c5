/** Excel recognises UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff'
/** Spreadsheets run cells that begin like this, full-width signs included, whatever their cell separator. */
const FORMULA = /(^|[,;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g

function cellText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : String(value ?? '').replace(FORMULA, "$1$2'")
  return `"${text.replaceAll('"', '""')}"`
}

/** Writes a table as RFC 4180 with all cells quoted; formulas get a leading apostrophe. */
export function csvText(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return BYTE_ORDER_MARK + headers.map(cellText).join(',') + csvLines(rows)
}

/** Writes further rows of a table that `csvText` began. */
export const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `\r\n${row.map(cellText).join(',')}`).join('')
