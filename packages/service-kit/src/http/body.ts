import { bodyParser } from '@koa/bodyparser'
import type { Context } from 'koa'
import { problem } from '../errors.ts'

/** Largest JSON body accepted, before and after decompression. */
const BODY_LIMIT = '256kb'

const parse = bodyParser({
  enableTypes: ['json'],
  jsonLimit: BODY_LIMIT,
  onError: (error) => {
    const status = (error as { status?: number }).status
    if (status === 413) throw problem.tooLarge('request.too_large', `The body is larger than ${BODY_LIMIT}`)
    if (status === 415)
      throw problem.unsupportedMediaType('request.media_type', 'This encoding is not accepted')
    throw problem.badRequest('request.malformed', 'The body is not valid JSON', {
      errors: { body: 'is not valid JSON, or has a field named __proto__' },
    })
  },
})

/** The JSON body of a request; undefined when there is none. Another media type: 415. */
export async function readBody(ctx: Context): Promise<unknown> {
  const type = ctx.request.is('json')
  // Nothing comes, whatever its type: that a body is required is for the route to say.
  if (type === null || ctx.headers['content-length'] === '0') return undefined
  if (type === false)
    throw problem.unsupportedMediaType('request.media_type', 'Send the body as application/json')
  await parse(ctx, async () => {})
  return ctx.request.rawBody === '' ? undefined : ctx.request.body
}
