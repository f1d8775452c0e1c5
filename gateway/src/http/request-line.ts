import { announcesBody, problem } from '@mms/service-kit'
import type { Middleware } from 'koa'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Dot segments, empty segments, backslashes, encoded `/ \ NUL`, encoded letters, digits and `- . _ ~`, and percent
 * signs that encode nothing: no client needs them, and two servers that read them differently are how a forbidden path,
 * or the prefix of another service, is reached.
 */
const ODD_PATH =
  /\/\.{1,2}(?:\/|$)|\/\/|\\|%(?:00|2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])|%(?![\da-f]{2})/i

/** Refuses methods, addresses and bodies that no part of the suite uses, before anything interprets them. */
export const requestLine: Middleware = (ctx, next) => {
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
  if (announcesBody(ctx.req) && (ctx.method === 'GET' || ctx.method === 'HEAD')) {
    throw problem.badRequest('request.unexpected_body', 'A request that only reads has no body')
  }
  return next()
}
