import {
  DAY_MS,
  daysInMonth,
  describeField,
  type ImportRow,
  MAX_IMPORT_ROWS,
  type MedicineField,
  readTypedDate,
} from '@mms/contracts'
import * as words from '../words/catalogue-files.ts'
import { columnHeaderOf, fieldOfHeader } from './columns.ts'
import { FileReadError, type TableCell } from './read-file.ts'

export type ImportFields = ImportRow['fields']

export interface FileRows {
  /** Column names as written in the file. */
  headers: string[]
  rows: ImportRow[]
  doubles: Map<number, number>
  unknown: string[]
}

const lowerCase: ReadonlySet<MedicineField> = new Set(['packWord', 'unitWord', 'taxClass'])

/** Excel's number for 1970-01-01. Only numbers of the years 1954 to 2119 are read as dates. */
const EPOCH_SERIAL = 25_569
const SERIALS = { first: 20_000, last: 80_000 }

const isoDate = (at: Date) => (Number.isNaN(at.getTime()) ? '' : at.toISOString().slice(0, 10))

/** Invalid text is sent unchanged, so that the server can explain the error. */
function cellValue(field: MedicineField, cell: TableCell): string | number {
  const { kind } = describeField(field)
  if (kind === 'date') return dayOf(cell) ?? readTypedDate(textOf(cell)) ?? textOf(cell)
  if (kind === 'count' || kind === 'money') return typeof cell === 'number' ? cell : numberIn(textOf(cell))
  return lowerCase.has(field) ? textOf(cell).toLowerCase() : textOf(cell)
}

/** Removes the apostrophe that exports put before text that a spreadsheet would run as a formula. */
const textOf = (cell: TableCell): string =>
  (cell instanceof Date ? isoDate(cell) : String(cell ?? ''))
    .trim()
    .replace(/(^|[,;\t\r\n])'(?=[=+\-@＝＋－＠\t\r])/g, '$1')

function numberIn(text: string): string | number {
  const written = text.replace(/^(₹|rs\.?|inr)\s*/i, '')
  // Accept commas only as thousands separators. Removing a decimal comma would multiply the price by 100.
  const digits = /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(written) ? written.replaceAll(',', '') : written
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : text
}

/** The day of a spreadsheet's date; undefined for texts. */
function dayOf(cell: TableCell | undefined): string | undefined {
  if (cell instanceof Date) return isoDate(cell)
  if (typeof cell !== 'number' || cell < SERIALS.first || cell > SERIALS.last) return undefined
  return isoDate(new Date((Math.floor(cell) - EPOCH_SERIAL) * DAY_MS))
}

/**
 * Spreadsheets store a month, such as 12/2027, as its first day, but a medicine is good until its last. A column of
 * dates that are all first days holds months.
 */
function withLastDays(rows: ImportRow[], column: (TableCell | undefined)[]): void {
  const days = column.flatMap((cell) => dayOf(cell) ?? [])
  if (days.length === 0 || !days.every((day) => day.endsWith('-01'))) return
  const first = new Set(days)
  for (const { fields } of rows) {
    const day = fields.expiryDate
    if (typeof day !== 'string' || !first.has(day)) continue
    const month = day.slice(0, 7)
    fields.expiryDate = `${month}-${daysInMonth(month)}`
  }
}

const isEmpty = (cell: TableCell | undefined) =>
  cell === null || cell === undefined || String(cell).trim() === ''

function keyOf({ name = '', manufacturer = '', barcode }: ImportFields): string {
  if (barcode) return `${barcode}`
  return `${name}\n${manufacturer}`.normalize('NFC').toLowerCase()
}

export function importRowsOf(table: readonly TableCell[][]): FileRows {
  const start = table.findIndex((line) => line.some((cell) => !isEmpty(cell)))
  const headers = (table[start] ?? []).map((cell) => textOf(cell))
  const fields = headers.map((header, at) => {
    const field = fieldOfHeader(header)
    return field && headers.findIndex((other) => fieldOfHeader(other) === field) === at ? field : undefined
  })
  if (!fields.includes('name')) {
    throw new FileReadError(words.headerMissing(columnHeaderOf('name')))
  }
  const rows: ImportRow[] = []
  const doubles = new Map<number, number>()
  const firstOf = new Map<string, number>()
  for (const [at, line] of table.entries()) {
    if (at <= start || line.every(isEmpty)) continue
    const row = at + 1
    const given: [string, string | number][] = []
    for (const [column, field] of fields.entries()) {
      const cell = line[column]
      if (field && cell !== undefined && !isEmpty(cell)) given.push([field, cellValue(field, cell)])
    }
    const one = { row, fields: Object.fromEntries(given) }
    const earlier = firstOf.get(keyOf(one.fields))
    if (earlier === undefined) firstOf.set(keyOf(one.fields), row)
    else doubles.set(row, earlier)
    rows.push(one)
  }
  const dates = fields.indexOf('expiryDate')
  const column = table.slice(start + 1).map((line) => line[dates])
  withLastDays(rows, column)
  if (rows.length === 0) throw new FileReadError(words.noRows)
  if (rows.length > MAX_IMPORT_ROWS) {
    throw new FileReadError(words.tooManyRows)
  }
  return { headers, rows, doubles, unknown: headers.filter((header, at) => header !== '' && !fields[at]) }
}
