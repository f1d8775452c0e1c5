import { MAX_IMPORT_ROWS } from '@mms/contracts'
import { readXlsx } from 'hucre/xlsx'
import Papa from 'papaparse'
import * as words from '../words/catalogue-files.ts'

export type TableCell = string | number | boolean | Date | null

export class FileReadError extends Error {}

const MAX_BYTES = 10 * 1024 * 1024
/** Rows read: the header, the limit, and one more row to detect a file that is too long. */
const MAX_ROWS = MAX_IMPORT_ROWS + 2

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Reads the first sheet of a CSV or Excel file. */
export async function readTable(file: Blob): Promise<TableCell[][]> {
  if (file.size > MAX_BYTES) throw new FileReadError(words.fileTooLarge)
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileReadError(words.oldExcel)
  }
  return startsWith(bytes, 0x50, 0x4b) ? readExcel(bytes) : readCsv(decode(bytes))
}

async function readExcel(bytes: Uint8Array): Promise<TableCell[][]> {
  try {
    const { sheets } = await readXlsx(bytes, { sheets: (_, index) => index === 0, maxRows: MAX_ROWS })
    return (sheets[0]?.rows ?? []) as TableCell[][]
  } catch {
    throw new FileReadError(words.unreadableExcel)
  }
}

/** Excel saves CSV as UTF-8, UTF-16 or Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe) || (bytes[0] !== 0 && bytes[1] === 0)) return decodeAs('utf-16le', bytes)
  if (startsWith(bytes, 0xfe, 0xff) || (bytes[0] === 0 && bytes[1] !== 0)) return decodeAs('utf-16be', bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeAs('windows-1252', bytes)
  }
}

const decodeAs = (encoding: string, bytes: Uint8Array) => new TextDecoder(encoding).decode(bytes)

function readCsv(text: string): TableCell[][] {
  if (text.includes('\0')) throw new FileReadError(words.unknownFileType)
  const { data, errors } = Papa.parse<string[]>(text, { preview: MAX_ROWS })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throw new FileReadError(words.unclosedQuote((broken.row ?? 0) + 1))
  }
  return data
}
