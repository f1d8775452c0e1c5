import type { Operation } from './description.ts'
import type { Role } from './roles.ts'

/** How a client sends what does not fit into a request that Node would send. */
export interface Bare {
  pieces: (string | Buffer)[]
  /** What it does then: it waits for the answer, says that it has nothing more, or is gone after so many bytes. */
  afterwards?: 'half-close' | 'vanish' | undefined
  /** More than one request is sent: the first may be done though the answer refuses the next. */
  isMore?: boolean
}

/** A request, before and after a class of input has changed it. */
export interface Request {
  operation: Operation
  role: Role
  /** The class of its input. */
  kind: string
  method: string
  /** Values of the names in the path, not yet encoded. */
  path: Record<string, string>
  query: [string, string][]
  headers: [string, string][]
  /** JSON when not text or bytes. */
  body: unknown
  /** The address as it is sent, where it is not made of path and query. */
  target?: string
  /** Sent instead of all that, on a bare connection. */
  bare?: Bare
}

/** The address that is sent. */
export function targetOf({ operation, path, query, target }: Request): string {
  if (target !== undefined) return target
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? ''))
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

/** Half a character is sent as the bytes that it would have. */
function encoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')
}

export function bytesOf({ body }: Request): Buffer | undefined {
  if (body === undefined) return undefined
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Its headers with those of its role and its body, where it does not say them itself. */
export function headersOf(request: Request, token: string | undefined): [string, string][] {
  const { headers } = request
  const isSaid = (name: string) => headers.some(([each]) => each.toLowerCase() === name)
  const bytes = bytesOf(request)
  const added: [string, string][] = []
  if (!isSaid('host')) added.push(['Host', 'shop.test'])
  if (token !== undefined && !isSaid('authorization')) added.push(['Authorization', token])
  if (bytes && !isSaid('content-type')) added.push(['Content-Type', 'application/json'])
  if (bytes && !isSaid('content-length')) added.push(['Content-Length', String(bytes.length)])
  return [...added, ...headers]
}

/** The whole request as text, for a bare connection. */
export function textOf(request: Request, token: string | undefined, more: string[] = []): string {
  const lines = headersOf(request, token).map(([name, value]) => `${name}: ${value}`)
  return [`${request.method} ${targetOf(request)} HTTP/1.1`, ...lines, ...more, '', ''].join('\r\n')
}
