import { isIPv6 } from 'node:net'

/** Removes the prefix that dual-stack sockets add to IPv4 addresses. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** IPv4 address, or /64 network of an IPv6 one: one customer has the whole network, and devices change within it. */
export function networkOf(address: string): string {
  const own = plainAddress(address)
  if (!isIPv6(own)) return own
  const [left = [], right = []] = own.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const groups = [...left, ...zeros, ...right].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
