import { isIP } from 'node:net'
import { type Logger, plainAddress } from '@mms/service-kit'
import type { Context, Middleware } from 'koa'

/** Uses only the last `trusted` entries of `X-Forwarded-For`, because the client can forge the others. */
export function clientAddress(ctx: Context, trusted: number): string {
  const direct = plainAddress(ctx.req.socket.remoteAddress ?? '')
  if (trusted === 0) return direct
  const reported = ctx.get('x-forwarded-for').split(',').at(-trusted)?.trim() ?? ''
  return isIP(reported) ? reported : direct
}

interface ProxyOptions {
  log: Logger
  trustedProxies: number
  publicOrigin?: string | undefined
}

const WARNING =
  'TRUST_PROXY is 0, but a request came with X-Forwarded-For: behind the proxy of PUBLIC_ORIGIN all clients ' +
  'count as one, and a few wrong logins lock everybody out. Set TRUST_PROXY to the number of proxies in front'

export function warnOfUnbelievedProxy({ log, trustedProxies, publicOrigin }: ProxyOptions): Middleware {
  let mayWarn = trustedProxies === 0 && publicOrigin?.startsWith('https:') === true
  return (ctx, next) => {
    if (mayWarn && ctx.req.headers['x-forwarded-for'] !== undefined) {
      mayWarn = false
      log.warn(WARNING)
    }
    return next()
  }
}
