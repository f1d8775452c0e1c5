import type { Report, StockMovement } from '@mms/contracts'
import Papa from 'papaparse'
import { formatTurnover, movementHeaders, movementUnits } from './words.ts'

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Start of anything a spreadsheet may run as a formula. In some locales `;` and tabs separate cells too. */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g
const withoutFormulae = (cell: unknown) => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell)

function worthOf({ unitPrice, costPrice, currentStock, expiryDate }: StockMovement): string[] {
  const value = (Math.round(unitPrice * 100) * currentStock) / 100
  return [unitPrice.toFixed(2), value.toFixed(2), costPrice?.toFixed(2) ?? '', expiryDate ?? '']
}

/**
 * All movements as RFC 4180. Names that a spreadsheet would run as a formula (`=`, `+`, `-`, `@`, tab,
 * return) get an apostrophe.
 */
export function reportCsv({ movements }: Report): string {
  const data = movements.map((row) => [
    row.medicine,
    ...movementUnits.map(({ field }) => row[field]),
    row.turnoverRate === null ? '' : formatTurnover(row.turnoverRate),
    row.category,
    ...worthOf(row),
  ])
  const fields = [...movementHeaders, 'Category', 'Unit Price', 'Value', 'Cost Price', 'Expiry Date']
  const table = { fields, data: data.map((row) => row.map(withoutFormulae)) }
  return BYTE_ORDER_MARK + Papa.unparse(table, { newline: '\r\n' })
}
