import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** A bucket lets `burst` tries through at once and then one more each `intervalMs`. */
export interface Limit {
  burst: number
  intervalMs: number
}

export interface Limits {
  /** One account from one known device, else from one network: a guess, or a forgotten password. */
  pair: Limit
  /** One account from networks it never signed in from: guesses from many places. */
  account: Limit
  /** All accounts from one network: one password tried on many names. Wide: a shop shares one address. */
  network: Limit
}

/** So long after its last sign-in a device or network is still known: longer than any session lives without one. */
export const DEVICE_KEPT_MS = 180 * 86_400_000

export const limits: Limits = {
  pair: { burst: 10, intervalMs: 60_000 },
  account: { burst: 20, intervalMs: 60_000 },
  network: { burst: 50, intervalMs: 15_000 },
}

/** Codes of a second step: of an account, from wherever strangers send them, since a code has six digits only. */
const code = { burst: 5, intervalMs: 60_000 }
export const codeLimits: Limits = { pair: code, account: code, network: code }

/** The first four groups of an IPv6 address, `::` written out. */
function ipv6Prefix(address: string): string {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    while (groups.length + after.length < 8) groups.push('0')
    groups.push(...after)
  }
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * What counts as one place: an IPv4 address, or the /64 of an IPv6 address, since one address of a
 * /64 gives all of them, and an honest device changes within it every day.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const bare = address.replace(/%.*$/, '')
  return isIPv6(bare) ? `${ipv6Prefix(bare)}::/64` : address
}

/** A key of fixed length that does not show the address it stands for. */
export function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
