import { isIP } from 'node:net'
import type { Context } from 'koa'

/**
 * The address a request came from. Of `X-Forwarded-For` only what the `trusted` nearest proxies wrote is
 * believed: the entry that many from the right. Everything further left the client may have made up.
 */
export function clientAddress(ctx: Context, trusted: number): string {
  const socket = ctx.req.socket.remoteAddress ?? ''
  const direct = socket.startsWith('::ffff:') ? socket.slice(7) : socket
  if (trusted === 0) return direct
  const reported = ctx.get('x-forwarded-for').split(',').at(-trusted)?.trim() ?? ''
  return isIP(reported) ? reported : direct
}
