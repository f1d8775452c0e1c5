import type { Report } from '@mms/contracts'
import Papa from 'papaparse'
import { formatTurnover, movementHeaders, movementUnits } from './words.ts'

/** By which Excel knows UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** The library's own pattern asks for the end of the line, too, and lets a name of several lines through. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * *Stock Movement Details* as RFC 4180: every medicine, lines ended by CRLF. A name that a spreadsheet would run as a
 * formula (`=`, `+`, `-`, `@`, tab, return) gets an apostrophe before it.
 */
export function reportCsv({ movements }: Report): string {
  const data = movements.map((row) => [
    row.medicine,
    ...movementUnits.map(({ field }) => row[field]),
    row.turnoverRate === null ? '' : formatTurnover(row.turnoverRate),
  ])
  const table = { fields: movementHeaders, data }
  return BYTE_ORDER_MARK + Papa.unparse(table, { newline: '\r\n', escapeFormulae: FORMULA })
}
