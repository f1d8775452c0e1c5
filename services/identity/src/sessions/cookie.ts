import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '@mms/service-kit'

/** How the refresh cookie is set: over https neither a subdomain nor plain http can set one of its name. */
const kinds = {
  https: { name: '__Host-mms_refresh', attributes: ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure'] },
  http: { name: 'mms_refresh', attributes: ['Path=/api/auth', 'HttpOnly', 'SameSite=Strict'] },
} as const

function tokenIn(cookies: string, name: string): string | undefined {
  return new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`).exec(cookies)?.[1]
}

/** The refresh token that the browser sent. The plain name, from before https was set up, counts when there is no other. */
export function refreshTokenOf({ cookie = '' }: IncomingHttpHeaders): string | undefined {
  return tokenIn(cookie, kinds.https.name) ?? tokenIn(cookie, kinds.http.name)
}

/** No script can read it, and no other site can make a browser send it. */
function setCookie(kind: keyof typeof kinds, value: string, maxAgeSeconds: number): string {
  const { name, attributes } = kinds[kind]
  return [`${name}=${value}`, `Max-Age=${maxAgeSeconds}`, ...attributes].join('; ')
}

/** Over https, a cookie of the plain name that the browser sent goes: one session, one cookie. */
function withoutPlain(cookies: string[], { cookie = '' }: IncomingHttpHeaders, secure: boolean): string[] {
  return secure && tokenIn(cookie, kinds.http.name) ? [...cookies, setCookie('http', '', 0)] : cookies
}

interface CookieOptions {
  /** Of the request that is answered. */
  headers: IncomingHttpHeaders
  /** Browsers come over https. */
  secure: boolean
}

/** `Set-Cookie` of an answer that hands out a refresh token. */
export function keepCookie(token: string, lifetimeMs: number, { headers, secure }: CookieOptions): string[] {
  const cookie = setCookie(secure ? 'https' : 'http', token, Math.ceil(lifetimeMs / 1_000))
  return withoutPlain([cookie], headers, secure)
}

/** `Set-Cookie` of an answer after which there is none. */
export function clearCookie({ headers, secure }: CookieOptions): string[] {
  return withoutPlain([setCookie(secure ? 'https' : 'http', '', 0)], headers, secure)
}

/** What a browser says about its own request cannot be forged by a page. Other clients say nothing. */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw problem.forbidden('auth.cross_site', 'Another site may not sign you in or out')
  }
}
