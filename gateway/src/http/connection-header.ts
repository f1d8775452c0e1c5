import { problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

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
    throw problem.badRequest(
      'request.connection',
      'The Connection header names what is not for the connection',
      {
        errors: { Connection: 'may say keep-alive, close, te, trailer, upgrade or http2-settings' },
      },
    )
  }
  return next()
}
