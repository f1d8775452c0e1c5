import type { IncomingHttpHeaders } from 'node:http'
import { type RequestState, traceHeaders } from '@mms/service-kit'
import type { Context } from 'koa'
import { clientAddress } from '../http/client-address.ts'

/** Meant for the connection between client and gateway, or for naming who the client is. Never passed on. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  // Framing is between neighbours: the body is framed anew for the service.
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
  'forwarded',
  'host',
  'cookie',
])

const isDropped = (name: string) => DROPPED.has(name) || name.startsWith('x-') || name.startsWith('proxy-')

/** What a request tells the service behind us: the client's own words, then who it is and which trace it is in. */
export function inwardHeaders(ctx: Context, trustedProxies: number): IncomingHttpHeaders {
  const { headers } = ctx.req
  const inward: IncomingHttpHeaders = {}
  for (const name in headers) if (!isDropped(name)) inward[name] = headers[name]
  dropNamedByConnection(inward, headers.connection)
  if (ctx.method !== 'GET' && !hasFraming(headers)) inward['content-length'] = '0'
  Object.assign(inward, traceHeaders((ctx.state as RequestState).trace))
  inward['x-forwarded-for'] = clientAddress(ctx, trustedProxies)
  return inward
}

const hasFraming = (headers: IncomingHttpHeaders) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** `Connection: close, x` says that `x` is not to be passed on (RFC 9110 §7.6.1). */
function dropNamedByConnection(inward: IncomingHttpHeaders, connection: string | undefined): void {
  if (!connection || connection === 'keep-alive' || connection === 'close') return
  for (const token of connection.split(',')) {
    const name = token.trim().toLowerCase()
    // Without its length a body would be read as a request of its own.
    if (name !== 'content-length') delete inward[name]
  }
}
