import { describeField, type Medicine, type MedicineField, medicineFieldNames } from '@mms/contracts'
import { writeXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import * as sharedWords from '../words/shared.ts'
import { columnHeaderOf } from './columns.ts'

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Start of anything a spreadsheet may run as a formula. In some locales `;` and tabs separate cells too. */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[=+\-@＝＋－＠])|^(?=[\t\r])/g
const withoutFormulae = <T>(cell: T) => (typeof cell === 'string' ? cell.replace(FORMULA, "'") : cell)

/** Writes CSV (RFC 4180). Text that a spreadsheet would run as a formula starts with an apostrophe. */
export function toCsv(headers: readonly string[], rows: readonly unknown[][]): Blob {
  const table = { fields: headers.map(withoutFormulae), data: rows.map((row) => row.map(withoutFormulae)) }
  const text = Papa.unparse(table, { newline: '\r\n' })
  return new Blob([BYTE_ORDER_MARK + text], { type: 'text/csv;charset=utf-8' })
}

const isDate = (field: MedicineField) => describeField(field).kind === 'date'
const headers = medicineFieldNames.map(columnHeaderOf)

export const toCatalogueCsv = (medicines: readonly Medicine[]): Blob =>
  toCsv(
    headers,
    medicines.map((medicine) => medicineFieldNames.map((field) => medicine[field] ?? '')),
  )

/** Codes are written as text to keep leading zeros. */
export async function toCatalogueExcel(medicines: readonly Medicine[]): Promise<Blob> {
  const rows = medicines.map((medicine) =>
    medicineFieldNames.map((field) => {
      const value = medicine[field] ?? null
      return isDate(field) && value !== null ? new Date(`${value}T00:00:00Z`) : value
    }),
  )
  const columns = medicineFieldNames.map((field) => ({
    width: field === 'name' || field === 'composition' ? 40 : 18,
    ...(isDate(field) && { numFmt: 'dd-mmm-yyyy' }),
  }))
  const bytes = await writeXlsx({
    sheets: [{ name: sharedWords.medicines, columns, rows: [headers, ...rows] }],
  })
  return new Blob([new Uint8Array(bytes)], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}
