import type { z } from 'zod'
import { problem } from '../problems/problem.ts'
import { Reply } from './route.ts'

/** Encodes a sort key as an opaque cursor for the rows after it. */
export function encodeCursor(key: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Returns the sort key in a cursor. Throws 400, naming `after`, if this list did not issue the cursor. */
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

/** `Link` header of the next page. Keeps the other query parameters. */
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

/** Builds a page and its `Link`. `found` has one row more than the limit if there is a next page. */
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
