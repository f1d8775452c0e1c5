import { http, notify, reasonText } from '@mms/sdk'
import { Button, formatCount } from '@mms/ui'
import { useState } from 'react'

/** Makes Excel read the file as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Start of a cell that spreadsheets would run as a formula, for every cell separator and for full-width signs. */
const FORMULA = /(^|[,;\t\r\n])(\s*)(?=[=+\-@＝＋－＠])/g

const PAGE = '200'
const READ_WITHIN_MS = 60_000

const cursorOf = (link: string | null): string | null =>
  new URLSearchParams(/<[^>?]*\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1]).get('after')

async function* pagesOf<Row>(path: string, query: Record<string, string>): AsyncGenerator<Row[]> {
  for (let after: string | null = ''; after !== null; ) {
    const { data, headers } = await http.get<Row[]>(path, {
      query: { ...query, limit: PAGE, after },
      quiet: true,
    })
    yield data
    after = cursorOf(headers.get('link'))
  }
}

/** Fetches all pages of a list. */
export async function fetchAllRows<Row>(path: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pagesOf<Row>(path, query)) rows.push(...page)
  return rows
}

/** Starts a download of `file`. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}

/** A blob per page, because browsers can store blobs outside the page's memory. */
const saveParts = (name: string, parts: readonly Blob[]): void =>
  saveFile(name, new Blob([...parts], { type: 'text/csv;charset=utf-8' }))

export const saveCsv = (
  name: string,
  headers: readonly string[],
  rows: readonly (readonly unknown[])[],
): void => saveParts(name, [new Blob([csvText(headers, rows)])])

interface CsvButtonProps<Row> {
  /** Button text. Set it if a page offers several files. */
  label?: string
  path: string
  query: Record<string, string>
  fileName: string
  headers: readonly string[]
  cellsOf: (row: Row) => readonly unknown[]
}

/** Button that downloads all pages of a list as CSV. */
export function CsvButton<Row>({ label = 'CSV', path, query, ...file }: CsvButtonProps<Row>) {
  const { fileName, headers, cellsOf } = file
  const [saved, setSaved] = useState<number | null>(null)
  const save = async () => {
    const parts = [new Blob([csvText(headers, [])])]
    let count = 0
    setSaved(count)
    try {
      for await (const rows of pagesOf<Row>(path, query)) {
        parts.push(new Blob([csvLines(rows.map(cellsOf))]))
        count += rows.length
        setSaved(count)
      }
      saveParts(fileName, parts)
    } catch (error) {
      notify.error('Failed to save the file', reasonText(error))
    }
    setSaved(null)
  }
  return (
    <Button
      variant="outline"
      loading={saved !== null}
      loadingText={saved === null || saved < 1_000 ? undefined : `${formatCount(saved)} rows`}
      onClick={() => void save()}
    >
      {label}
    </Button>
  )
}

function cellText(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : String(value ?? '').replace(FORMULA, "$1$2'")
  return `"${text.replaceAll('"', '""')}"`
}

/** Formats a table as RFC 4180 with every cell quoted. Formulas get a leading apostrophe. */
export function csvText(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return BYTE_ORDER_MARK + headers.map(cellText).join(',') + csvLines(rows)
}

/** Formats rows to append to the text of `csvText`. */
const csvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `\r\n${row.map(cellText).join(',')}`).join('')
