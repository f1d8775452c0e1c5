import { problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

const SAFE = new Set(['GET', 'HEAD'])

function isForeign(origin: string, host: string, publicOrigin: string | undefined): boolean {
  // A proxy in front may end TLS, so the scheme we see is not the one the browser used.
  return origin !== publicOrigin && origin !== `https://${host}` && origin !== `http://${host}`
}

/**
 * Refuses what another site's page made a browser send (CSRF). Browsers add `Sec-Fetch-Site` and `Origin`
 * and pages cannot forge them; other clients send neither and have no cookies to abuse.
 */
export function refuseCrossSite(publicOrigin: string | undefined): Middleware {
  return (ctx, next) => {
    if (SAFE.has(ctx.method)) return next()
    const { origin, host = '', 'sec-fetch-site': site } = ctx.headers
    if (site === 'cross-site' || (origin !== undefined && isForeign(origin, host, publicOrigin))) {
      throw problem.forbidden('request.cross_site', 'This request came from another site')
    }
    return next()
  }
}
