import { problem } from '@mms/service-kit'
import type { z } from 'zod'

/** The opaque text by which a client asks for what comes after a row with this sort key. */
export function encodeCursor(key: (string | number)[]): string {
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
