import { type HttpOptions, http } from '../api/http.ts'

export interface Page<Row> {
  rows: Row[]
  total: number | undefined
  next: string | undefined
  foundBy: string | undefined
}

/** Fetches one page of the list at `path`. */
export async function fetchPage<Row>(path: string, options: HttpOptions): Promise<Page<Row>> {
  const { data, headers } = await http.get<Row[]>(path, options)
  const total = Number(headers.get('x-total-count') ?? Number.NaN)
  return {
    rows: data,
    total: Number.isFinite(total) ? total : undefined,
    next: nextCursor(headers.get('link')),
    foundBy: headers.get('x-found-by') ?? undefined,
  }
}

export async function fetchRows<Row>(path: string, options: HttpOptions): Promise<Page<Row>> {
  let page = await fetchPage<Row>(path, options)
  while (page.rows.length === 0 && page.next !== undefined)
    page = await fetchPage<Row>(path, { ...options, query: { ...options.query, after: page.next } })
  return page
}

function nextCursor(link: string | null): string | undefined {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1]
  if (target === undefined) return undefined
  return new URL(target, window.location.origin).searchParams.get('after') ?? undefined
}
