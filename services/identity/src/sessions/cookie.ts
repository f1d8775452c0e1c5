import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '@mms/service-kit'

interface CookieOptions {
  headers: IncomingHttpHeaders
  secure: boolean
}

/**
 * Cookie for a secret of 43 characters, closed to scripts and other sites. Over https neither a subdomain nor plain
 * http can set one of its name.
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

  /** Over https, removes the cookie of the plain name, so that each secret has one cookie. */
  const withoutPlain = (cookies: string[], { headers: { cookie = '' }, secure }: CookieOptions) =>
    secure && secretIn(cookie, plain) ? [...cookies, set('http', '', 0)] : cookies

  return {
    /** The plain name, from before https was set up, counts only without the other. */
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

/** Recognises a browser after a sign-in. It grants no access, only a separate allowance of tries. */
export const deviceCookie = secretCookie('mms_device')

/** Pages cannot forge these browser headers. Other clients do not send them. */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw problem.forbidden('auth.cross_site', 'Another site may not sign you in or out')
  }
}
