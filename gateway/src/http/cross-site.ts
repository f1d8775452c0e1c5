import { problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

const SAFE = new Set(['GET', 'HEAD'])

function isForeign(origin: string, host: string, publicOrigin: string | undefined): boolean {
  // A proxy may end TLS, so either scheme is accepted.
  return origin !== publicOrigin && origin !== `https://${host}` && origin !== `http://${host}`
}

/**
 * Refuses cross-site requests (CSRF). Pages cannot forge `Sec-Fetch-Site` or `Origin`; clients that send
 * neither have no cookies to abuse.
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
