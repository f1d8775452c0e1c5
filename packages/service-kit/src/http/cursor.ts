import type { z } from 'zod'
import { problem } from '../problems/problem.ts'
import { Reply } from './route.ts'

/** Opaque cursor for the rows after this sort key. */
export function encodeCursor(key: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Sort key of a cursor. Throws 400 naming `after` for a cursor that this list did not issue. */
export function decodeCursor<T extends z.ZodType>(cursor: string, schema: T): z.output<T> {
  const result = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (result.success) return result.data
  const errors = { after: 'must come from the Link header of this list' }
  throw problem.badRequest('request.invalid', `Please check the input. after: ${errors.after}`, { errors })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `Link` header for the next page, with the other query parameters unchanged. */
export function nextLink(path: string, query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return `<${path}?${parameters}>; rel="next"`
}

interface PageOptions<Row> {
  path: string
  query: Record<string, string | number | undefined>
  limit: number
  cursorOf: (row: Row) => (string | number | null)[]
  total?: number
}

/** Builds a page. `found` holds one row more than the limit if there is a next page; the `Link` leads there. */
export function pageReply<Row>(
  found: Row[],
  { path, query, limit, cursorOf, total }: PageOptions<Row>,
): Reply<Row[]> {
  const rows = found.slice(0, limit)
  const bottom = found.length > limit ? rows.at(-1) : undefined
  const headers = {
    ...(total !== undefined && { 'X-Total-Count': String(total) }),
    ...(bottom && { Link: nextLink(path, { ...query, after: encodeCursor(cursorOf(bottom)) }) }),
  }
  return new Reply(rows, { headers })
}
