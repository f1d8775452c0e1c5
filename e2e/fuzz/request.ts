import type { Operation } from './description.ts'
import type { Role } from './roles.ts'

/** Raw requests that Node's client would not send. */
export interface Bare {
  pieces: (string | Buffer)[]
  /** Client behaviour after sending. */
  afterwards?: 'half-close' | 'vanish' | undefined
  /** Contains several requests: the first may succeed although the answer refuses the next. */
  isMore?: boolean
}

export interface Request {
  operation: Operation
  role: Role
  /** Class of the input. */
  kind: string
  method: string
  /** Decoded path parameters. */
  path: Record<string, string>
  query: [string, string][]
  headers: [string, string][]
  /** Sent as JSON unless text or bytes. */
  body: unknown
  /** Raw address, if not built from path and query. */
  target?: string
  /** Sent raw instead of all that. */
  bare?: Bare
}

export function targetOf({ operation, path, query, target }: Request): string {
  if (target !== undefined) return target
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(path[name] ?? ''))
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled
}

/** Encodes a lone surrogate as its bytes. */
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

/** Explicit headers, completed by those of role and body. */
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

/** The whole request as text for a raw connection. */
export function textOf(request: Request, token: string | undefined, more: string[] = []): string {
  const lines = headersOf(request, token).map(([name, value]) => `${name}: ${value}`)
  return [`${request.method} ${targetOf(request)} HTTP/1.1`, ...lines, ...more, '', ''].join('\r\n')
}
