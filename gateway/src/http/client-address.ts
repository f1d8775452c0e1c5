import { isIP, isIPv6 } from 'node:net'
import type { Context } from 'koa'

/** An IPv4 address without the prefix that it has on a socket for both kinds. */
const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/**
 * The address a request came from. Of `X-Forwarded-For` only what the `trusted` nearest proxies wrote is
 * believed: the entry that many from the right. Everything further left the client may have made up.
 */
export function clientAddress(ctx: Context, trusted: number): string {
  const direct = plain(ctx.req.socket.remoteAddress ?? '')
  if (trusted === 0) return direct
  const reported = ctx.get('x-forwarded-for').split(',').at(-trusted)?.trim() ?? ''
  return isIP(reported) ? reported : direct
}

/** What one client surely has: an IPv4 address, or the network of 64 bits that every line of IPv6 is given. */
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
