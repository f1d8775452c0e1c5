import type { Middleware } from 'koa'
import { problem } from '../errors.ts'

/**
 * Refuses every body that is not sent as it is, before one byte of it is read: 415 for a `Content-Encoding`,
 * 400 for a `Transfer-Encoding` but `chunked`. Bodies are a few kilobytes at most, and a
 * decompressor is one more way to end a process.
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
