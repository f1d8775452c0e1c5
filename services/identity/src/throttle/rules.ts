import { createHash } from 'node:crypto'
import { DAY_MS } from '@mms/contracts'

/** Allows `burst` tries at once, then one more per `intervalMs`. */
export interface Limit {
  burst: number
  intervalMs: number
}

export interface Limits {
  /** One account from one known device or network: a wrong guess or a forgotten password. */
  pair: Limit
  /** One account from unknown networks: guessing from many places. */
  account: Limit
  /** All accounts from one network: one password tried on many accounts. High, because a shop shares one address. */
  network: Limit
}

/** Time for which a device or network stays known after its last sign-in. Longer than any session. */
export const DEVICE_KEPT_MS = 180 * DAY_MS

export const limits: Limits = {
  pair: { burst: 10, intervalMs: 60_000 },
  account: { burst: 20, intervalMs: 60_000 },
  network: { burst: 50, intervalMs: 15_000 },
}

/** Second-step codes per account from unknown places. Low, because a code has only six digits. */
const code = { burst: 5, intervalMs: 60_000 }
export const codeLimits: Limits = { pair: code, account: code, network: code }

export function hashKey(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
