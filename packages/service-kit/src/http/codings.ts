import type { Middleware } from 'koa'
import { problem } from '../problems/problem.ts'

/**
 * Refuses encoded bodies: 415 for a `Content-Encoding`, 400 for a `Transfer-Encoding` other than `chunked`. Bodies are
 * small, and a decompressor can be abused to crash a process.
 */
export const refuseCodings: Middleware = (ctx, next) => {
  const { 'content-encoding': content, 'transfer-encoding': transfer } = ctx.req.headers
  if (content !== undefined && content.toLowerCase() !== 'identity') {
    throw problem.unsupportedMediaType(
      'request.content_encoding',
      'Send the body without a Content-Encoding',
      {
        headers: { 'Accept-Encoding': 'identity' },
      },
    )
  }
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') {
    throw problem.badRequest('request.transfer_encoding', 'This way to send a body is not accepted here')
  }
  return next()
}
