import { isIP, isIPv6 } from 'node:net'
import type { Logger } from '@mms/service-kit'
import type { Context, Middleware } from 'koa'

/** Removes the prefix that dual-stack sockets add to IPv4 addresses. */
const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** Uses only the last `trusted` entries of `X-Forwarded-For`, because the client can forge the others. */
export function clientAddress(ctx: Context, trusted: number): string {
  const direct = plain(ctx.req.socket.remoteAddress ?? '')
  if (trusted === 0) return direct
  const reported = ctx.get('x-forwarded-for').split(',').at(-trusted)?.trim() ?? ''
  return isIP(reported) ? reported : direct
}

/** IPv4 address, or the /64 network of an IPv6 address, because each IPv6 customer gets a whole /64. */
export function networkOf(address: string): string {
  const own = plain(address)
  if (!isIPv6(own)) return own
  const [head = '', tail] = own.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ]
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
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
