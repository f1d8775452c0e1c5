import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '@mms/service-kit'

interface CookieOptions {
  headers: IncomingHttpHeaders
  secure: boolean
}

/**
 * Cookie for a 43-character secret; neither scripts nor other sites can read it. Over https, no subdomain and no plain
 * http page can set one of this name.
 */
function secretCookie(plain: string) {
  const kinds = {
    https: { name: `__Host-${plain}`, attributes: ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure'] },
    http: { name: plain, attributes: ['Path=/api/auth', 'HttpOnly', 'SameSite=Strict'] },
  } as const

  const secretIn = (cookies: string, name: string) =>
    new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1]

  const set = (kind: keyof typeof kinds, value: string, maxAgeSeconds: number) => {
    const { name, attributes } = kinds[kind]
    return [`${name}=${value}`, `Max-Age=${maxAgeSeconds}`, ...attributes].join('; ')
  }

  /** Over https, removes the http cookie, so that each secret has only one cookie. */
  const withoutPlain = (cookies: string[], { headers: { cookie = '' }, secure }: CookieOptions) =>
    secure && secretIn(cookie, plain) ? [...cookies, set('http', '', 0)] : cookies

  return {
    /** An http cookie, set before https was configured, counts only if there is no https cookie. */
    read: ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
      secretIn(cookie, kinds.https.name) ?? secretIn(cookie, plain),

    keep(secret: string, lifetimeMs: number, options: CookieOptions): string[] {
      const cookie = set(options.secure ? 'https' : 'http', secret, Math.ceil(lifetimeMs / 1_000))
      return withoutPlain([cookie], options)
    },

    clear: (options: CookieOptions): string[] =>
      withoutPlain([set(options.secure ? 'https' : 'http', '', 0)], options),
  }
}

export const refreshCookie = secretCookie('mms_refresh')

/** Recognises a browser that signed in before. It grants no access, only its own limit of tries. */
export const deviceCookie = secretCookie('mms_device')

/** Browsers set these headers, and pages cannot forge them. Other clients do not send them. */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw problem.forbidden('auth.cross_site', 'Another site may not sign you in or out')
  }
}
