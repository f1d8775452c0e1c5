import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '@mms/service-kit'

interface CookieOptions {
  /** Of the request that is answered. */
  headers: IncomingHttpHeaders
  /** Browsers come over https. */
  secure: boolean
}

/**
 * A cookie that holds a secret of 43 characters. No script can read it, no other site can make a browser send it, and over
 * https neither a subdomain nor plain http can set one of its name.
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

  /** Over https, a cookie of the plain name that the browser sent goes: one secret, one cookie. */
  const withoutPlain = (cookies: string[], { headers: { cookie = '' }, secure }: CookieOptions) =>
    secure && secretIn(cookie, plain) ? [...cookies, set('http', '', 0)] : cookies

  return {
    /** What the browser sent. The plain name, from before https was set up, counts when there is no other. */
    read: ({ cookie = '' }: IncomingHttpHeaders): string | undefined =>
      secretIn(cookie, kinds.https.name) ?? secretIn(cookie, plain),

    /** `Set-Cookie` of an answer that hands out a secret. */
    keep(secret: string, lifetimeMs: number, options: CookieOptions): string[] {
      const cookie = set(options.secure ? 'https' : 'http', secret, Math.ceil(lifetimeMs / 1_000))
      return withoutPlain([cookie], options)
    },

    /** `Set-Cookie` of an answer after which there is none. */
    clear: (options: CookieOptions): string[] =>
      withoutPlain([set(options.secure ? 'https' : 'http', '', 0)], options),
  }
}

/** The refresh token of a session. */
export const refreshCookie = secretCookie('mms_refresh')

/** By which a browser is known after a good sign-in: it opens nothing, but keeps its own allowance of tries. */
export const deviceCookie = secretCookie('mms_device')

/** What a browser says about its own request cannot be forged by a page. Other clients say nothing. */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw problem.forbidden('auth.cross_site', 'Another site may not sign you in or out')
  }
}
