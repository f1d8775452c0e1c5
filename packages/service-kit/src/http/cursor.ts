import type { z } from 'zod'
import { problem } from '../errors.ts'
import { Reply } from './route.ts'

/**
 * The opaque text by which a client asks for what comes after a row with this sort key.
 *
 * @example const link = nextLink('/api/medicines', { ...query, after: encodeCursor([last.name, last._id]) })
 */
export function encodeCursor(key: (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The sort key in a cursor. Throws 400 naming `after` for anything that this list did not give out. */
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

/** The `Link` header for the page after this one, with the other parameters as they were. */
export function nextLink(path: string, query: Record<string, string | number | undefined>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return `<${path}?${parameters}>; rel="next"`
}

interface PageOptions<Row> {
  /** Where the list is, and the query that it was asked with. */
  path: string
  query: Record<string, string | number | undefined>
  limit: number
  /** The row's sort key, as `decodeCursor` gives it back. */
  cursorOf: (row: Row) => (string | number | null)[]
  /** How many there are on all pages, where the list counts them. */
  total?: number
}

/**
 * A page of a list: `found` is the rows after the cursor, one more than the limit where there are more. That one is left
 * out, and a `Link` leads to the page that begins with it.
 *
 * @example pageReply(await store.list(limit + 1, after), { path: PATH, query, limit, cursorOf: ({ _id }) => [_id] })
 */
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
