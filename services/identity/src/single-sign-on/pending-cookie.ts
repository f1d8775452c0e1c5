import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { Seal } from '../factors/seal.ts'

/** What a browser keeps while it is at the provider, and where it was going. */
const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  /** The strict cookies of this browser, which it does not send when another site leads back here. */
  replacing: z.string().optional(),
  device: z.string().optional(),
  until: z.number(),
})

const OWNER = 'single-sign-on'
const LIFETIME_MS = 10 * 60_000

/** Sealed, and sent by the browser when another site leads back here: that is what it is for. */
export function createPendingCookie(seal: Seal, secure: boolean, now: () => number) {
  const name = secure ? '__Host-mms_sso' : 'mms_sso'
  const attributes = secure ? 'Path=/; Secure' : 'Path=/api/auth'
  const set = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; ${attributes}; HttpOnly; SameSite=Lax`
  return {
    keep: (pending: Omit<z.output<typeof pendingSchema>, 'until'>): string =>
      set(seal.close(JSON.stringify({ ...pending, until: now() + LIFETIME_MS }), OWNER), LIFETIME_MS / 1_000),
    clear: set('', 0),
    /** Undefined without one, and for one that is too old or not ours. */
    read({ cookie = '' }: IncomingHttpHeaders) {
      const sealed = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,2000})(?:;|$)`).exec(cookie)?.[1]
      const text = sealed && seal.open(sealed, OWNER)
      const pending = text ? pendingSchema.parse(JSON.parse(text)) : undefined
      return pending && now() < pending.until ? pending : undefined
    },
  }
}
export type PendingCookie = ReturnType<typeof createPendingCookie>
