import { problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

/** All that a client may say of the connection itself. */
const OPTIONS = new Set(['keep-alive', 'close', 'te', 'trailer', 'trailers', 'upgrade', 'http2-settings'])

/**
 * `Connection: x` says that the header `x` ends here (RFC 9110 §7.6.1). No header that means something to a
 * service may be made to vanish so: a sale without its Idempotency-Key would be booked twice. Rather no answer
 * than the answer to another question.
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
