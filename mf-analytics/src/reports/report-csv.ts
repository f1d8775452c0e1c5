import type { Report, StockMovement } from '@mms/contracts'
import Papa from 'papaparse'
import { formatTurnover, movementHeaders, movementUnits } from './words.ts'

/** By which Excel knows UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Where a spreadsheet would run a formula: a language whose files are divided by `;` or tabs divides cells there, too. */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g
const withoutFormulae = (cell: unknown) => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell)

/** Price, value at the end of the period, cost and expiry date, as a spreadsheet reads them. */
function worthOf({ unitPrice, costPrice, currentStock, expiryDate }: StockMovement): string[] {
  const value = (Math.round(unitPrice * 100) * currentStock) / 100
  return [unitPrice.toFixed(2), value.toFixed(2), costPrice?.toFixed(2) ?? '', expiryDate ?? '']
}

/**
 * *Stock Movement Details* as RFC 4180, with what each medicine is worth: every one, lines ended by CRLF. A name that a spreadsheet would run as a
 * formula (`=`, `+`, `-`, `@`, tab, return) gets an apostrophe before it.
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
