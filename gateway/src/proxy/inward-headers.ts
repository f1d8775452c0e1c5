import type { IncomingHttpHeaders } from 'node:http'
import { type RequestState, traceHeaders } from '@mms/service-kit'
import type { Context } from 'koa'
import { clientAddress } from '../http/client-address.ts'

/** Hop-by-hop headers, and headers by which a client could claim an identity. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'te',
  'trailer',
  // The request to the service gets its own framing.
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

export function inwardHeaders(ctx: Context, trustedProxies: number, body?: Buffer): IncomingHttpHeaders {
  const { headers } = ctx.req
  const inward: IncomingHttpHeaders = {}
  for (const name in headers) if (!isDropped(name)) inward[name] = headers[name]
  if (body || ctx.method !== 'GET') inward['content-length'] = String(body?.length ?? 0)
  Object.assign(inward, traceHeaders((ctx.state as RequestState).trace))
  inward['x-forwarded-for'] = clientAddress(ctx, trustedProxies)
  return inward
}
