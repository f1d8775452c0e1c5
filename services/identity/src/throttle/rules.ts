import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { DAY_MS } from '@mms/contracts'

/** Allows `burst` tries at once, then one more per `intervalMs`. */
export interface Limit {
  burst: number
  intervalMs: number
}

export interface Limits {
  /** Tries of one account from one known device or network: a guess or a forgotten password. */
  pair: Limit
  /** Tries of one account from unknown networks: distributed guessing. */
  account: Limit
  /**
   * Tries of all accounts from one network: one password tried on many names. High, because a shop shares one
   * address.
   */
  network: Limit
}

/** How long a device or network stays known after its last sign-in: longer than any session. */
export const DEVICE_KEPT_MS = 180 * DAY_MS

export const limits: Limits = {
  pair: { burst: 10, intervalMs: 60_000 },
  account: { burst: 20, intervalMs: 60_000 },
  network: { burst: 50, intervalMs: 15_000 },
}

/** Second-step codes per account from unknown places: a code has only six digits. */
const code = { burst: 5, intervalMs: 60_000 }
export const codeLimits: Limits = { pair: code, account: code, network: code }

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

/** IPv4 address, or the /64 of an IPv6 one. Its owner has the whole /64, and honest devices change within it daily. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const bare = address.replace(/%.*$/, '')
  return isIPv6(bare) ? `${ipv6Prefix(bare)}::/64` : address
}

export function hashKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
