import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '@mms/service-kit'

const NAME = 'mms_refresh'

/** The refresh token that the browser sent. */
export function refreshTokenOf(headers: IncomingHttpHeaders): string | undefined {
  return new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
}

/** No script can read it, no other site can make a browser send it, and only `/api/auth` sees it. */
function refreshCookie(value: string, maxAgeSeconds: number, secure: boolean): string {
  const parts = [
    `${NAME}=${value}`,
    `Max-Age=${maxAgeSeconds}`,
    'Path=/api/auth',
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [...parts, ...(secure ? ['Secure'] : [])].join('; ')
}

export function keepCookie(token: string, lifetimeMs: number, secure: boolean): string {
  return refreshCookie(token, Math.ceil(lifetimeMs / 1_000), secure)
}

export function clearCookie(secure: boolean): string {
  return refreshCookie('', 0, secure)
}

/** What a browser says about its own request cannot be forged by a page. Other clients say nothing. */
export function refuseCrossSite(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-site'] === 'cross-site') {
    throw problem.forbidden('auth.cross_site', 'Another site may not sign you in or out')
  }
}
