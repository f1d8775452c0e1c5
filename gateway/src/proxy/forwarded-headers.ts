import type { IncomingHttpHeaders } from 'node:http'
import { type RequestState, traceHeaders } from '@mms/service-kit'
import type { Context } from 'koa'
import { clientAddress } from '../http/client-address.ts'

/** Hop-by-hop headers, and headers that claim the client's identity. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  // The body is framed again for the service.
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'content-length',
  'content-encoding',
  'expect',
  'forwarded',
  'host',
  'cookie',
])

const isDropped = (name: string) => DROPPED.has(name) || name.startsWith('x-') || name.startsWith('proxy-')

export function forwardedHeaders(ctx: Context, trustedProxies: number, body?: Buffer): IncomingHttpHeaders {
  const { headers } = ctx.req
  const forwarded: IncomingHttpHeaders = {}
  for (const name in headers) if (!isDropped(name)) forwarded[name] = headers[name]
  if (body || ctx.method !== 'GET') forwarded['content-length'] = String(body?.length ?? 0)
  Object.assign(forwarded, traceHeaders((ctx.state as RequestState).trace))
  forwarded['x-forwarded-for'] = clientAddress(ctx, trustedProxies)
  return forwarded
}
