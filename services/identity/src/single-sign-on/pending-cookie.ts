import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { IdentityContext } from '../context.ts'

const pendingSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  to: z.string(),
  /** Values of `SameSite=Strict` cookies, which the browser omits when the provider leads back here. */
  replacing: z.string().optional(),
  device: z.string().optional(),
  until: z.number(),
})

const OWNER = 'single-sign-on'
const LIFETIME_MS = 10 * 60_000

/** Encrypted cookie that the browser also sends when the provider leads back here. */
export function createPendingCookie({ seal, session: { cookieSecure: secure }, now }: IdentityContext) {
  const name = secure ? '__Host-mms_sso' : 'mms_sso'
  const attributes = secure ? 'Path=/; Secure' : 'Path=/api/auth'
  const set = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; ${attributes}; HttpOnly; SameSite=Lax`
  return {
    keep: (pending: Omit<z.output<typeof pendingSchema>, 'until'>): string =>
      set(seal.close(JSON.stringify({ ...pending, until: now() + LIFETIME_MS }), OWNER), LIFETIME_MS / 1_000),
    clear: set('', 0),
    /** Undefined if the cookie is absent, expired or not encrypted by us. */
    read({ cookie = '' }: IncomingHttpHeaders) {
      const sealed = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{1,2000})(?:;|$)`).exec(cookie)?.[1]
      const text = sealed && seal.open(sealed, OWNER)
      const pending = text ? pendingSchema.parse(JSON.parse(text)) : undefined
      return pending && now() < pending.until ? pending : undefined
    },
  }
}
