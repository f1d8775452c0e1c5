/*
 * A list as a file. Built into each area, so that it runs in the shell of the previous release, too.
 */
import { http, notify, reasonText } from '@mms/sdk'
import { Button } from '@mms/ui'
import { useState } from 'react'
import { csvText } from './csv-text.ts'

/** Rows of one request. */
const PAGE = '200'
/** More than a person looks through; a filter makes fewer. */
const MOST_ROWS = 20_000
/** How long, in ms, a browser may take to begin to read the file. */
const READ_WITHIN_MS = 60_000

const cursorOf = (link: string | null): string | null =>
  new URLSearchParams(/<[^>?]*\?([^>]*)>; rel="next"/.exec(link ?? '')?.[1]).get('after')

/**
 * All rows of a list, page by page, at most 20,000.
 *
 * @example await fetchAllRows<Supplier>('/api/suppliers', { city: 'Pune' })
 */
export async function fetchAllRows<Row>(path: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | null = ''; after !== null && rows.length < MOST_ROWS; ) {
    const { data, headers } = await http.get<Row[]>(path, {
      query: { ...query, limit: PAGE, after },
      quiet: true,
    })
    rows.push(...data)
    after = cursorOf(headers.get('link'))
  }
  return rows
}

/**
 * Hands rows to the browser's downloads as CSV.
 *
 * @example saveCsv('suppliers.csv', ['Name'], [['Apollo']])
 */
export function saveCsv(
  name: string,
  headers: readonly string[],
  rows: readonly (readonly unknown[])[],
): void {
  const text = csvText(headers, rows)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS)
}

interface CsvButtonProps<Row> {
  /** Of the list in the API, and its filters. */
  path: string
  query: Record<string, string>
  fileName: string
  headers: readonly string[]
  cellsOf: (row: Row) => readonly unknown[]
}

/**
 * Saves all rows of a list, also those of other pages, as CSV.
 *
 * @example <CsvButton<Supplier> path="/api/suppliers" query={filters} fileName="suppliers.csv" headers={['Name']} cellsOf={({ name }) => [name]} />
 */
export function CsvButton<Row>({ path, query, fileName, headers, cellsOf }: CsvButtonProps<Row>) {
  const [isBusy, setIsBusy] = useState(false)
  const save = async () => {
    setIsBusy(true)
    try {
      saveCsv(fileName, headers, (await fetchAllRows<Row>(path, query)).map(cellsOf))
    } catch (error) {
      notify.error('Failed to save the file', reasonText(error))
    }
    setIsBusy(false)
  }
  return (
    <Button variant="outline" loading={isBusy} onClick={() => void save()}>
      CSV
    </Button>
  )
}
