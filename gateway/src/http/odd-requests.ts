import { announcesBody, problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Dot segments, empty segments, backslashes, encoded separators, encoded plain characters and broken percent
 * signs. Two servers that read such a path differently could open a forbidden one.
 */
const ODD_PATH =
  /\/\.{1,2}(?:\/|$)|\/\/|\\|%(?:00|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])|%(?![\da-f]{2})/i

/** Servers differ in which duplicate they use. */
const ONCE = new Set(['host', 'authorization'])

function repeated(raw: string[]): string | undefined {
  const found = new Set<string>()
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase()
    if (!ONCE.has(name)) continue
    if (found.has(name)) return name
    found.add(name)
  }
  return undefined
}

/** Refuses unused methods, odd addresses, headers and bodies before anything interprets them. */
export const refuseOddRequests: Middleware = (ctx, next) => {
  if (!METHODS.includes(ctx.method)) {
    ctx.set('Allow', METHODS.join(', '))
    ctx.throw(405)
  }
  const url = ctx.req.url ?? ''
  if (url[0] !== '/' || ODD_PATH.test(ctx.path)) {
    throw problem.badRequest('request.path', 'This address is not valid', {
      errors: { path: 'has segments or characters that are not accepted' },
    })
  }
  const twice = repeated(ctx.req.rawHeaders)
  if (twice) {
    throw problem.badRequest('request.repeated_header', 'A header that may come once came twice', {
      errors: { [twice]: 'may be given once' },
    })
  }
  if (announcesBody(ctx.req) && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
    throw problem.badRequest('request.unexpected_body', 'A request that only reads has no body')
  }
  return next()
}

const OPTIONS = new Set(['keep-alive', 'close', 'te', 'trailer', 'trailers', 'upgrade', 'http2-settings'])

/**
 * `Connection: x` drops the header `x` here (RFC 9110 §7.6.1). Without this check it could remove the
 * Idempotency-Key of a sale and book it twice.
 */
export const refuseVanishingHeaders: Middleware = (ctx, next) => {
  const { connection } = ctx.req.headers
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return next()
  for (const token of connection.split(',')) {
    const name = token.trim().toLowerCase()
    if (name === '' || OPTIONS.has(name)) continue
    throw problem.badRequest('request.connection', 'The Connection header names an end-to-end header', {
      errors: { Connection: 'may say keep-alive, close, te, trailer, upgrade or http2-settings' },
    })
  }
  return next()
}

const SAFE = new Set(['GET', 'HEAD'])

function isForeign(origin: string, host: string, publicOrigin: string | undefined): boolean {
  // A proxy may end TLS, so either scheme is accepted.
  return origin !== publicOrigin && origin !== `https://${host}` && origin !== `http://${host}`
}

/** Refuses cross-site requests (CSRF). Pages cannot forge these headers; clients without them have no cookies. */
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
