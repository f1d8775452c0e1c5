import type { FoundBy } from '@mms/contracts'
import { type HttpOptions, http } from '../api/http.ts'

/** One page of a list, as the services answer it with `limit`. */
export interface Page<Row> {
  rows: Row[]
  /** How many there are on all pages, if the server says so. */
  total: number | undefined
  /** Where the next page starts. */
  next: string | undefined
  /** What the best of a searched list fits by, if the server says so. */
  foundBy: FoundBy | undefined
}

/** Fetches one page of the list at `path`. Fails with an `ApiError`, as `http.get` does. */
export async function fetchPage<Row>(path: string, options: HttpOptions): Promise<Page<Row>> {
  const { data, headers } = await http.get<Row[]>(path, options)
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return {
    rows: data,
    total: Number.isFinite(total) ? total : undefined,
    next: nextCursor(headers.get('link')),
    foundBy: (headers.get('x-found-by') as FoundBy | null) ?? undefined,
  }
}

/** The same, and on to the first page with a row: a filter that no index helps finds none on some. */
export async function fetchRows<Row>(path: string, options: HttpOptions): Promise<Page<Row>> {
  let page = await fetchPage<Row>(path, options)
  while (page.rows.length === 0 && page.next !== undefined)
    page = await fetchPage<Row>(path, { ...options, query: { ...options.query, after: page.next } })
  return page
}

/** The cursor in `Link: </api/medicines?limit=50&after=…>; rel="next"`. */
function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, window.location.origin).searchParams.get('after') ?? undefined
}
