import type { Context } from 'koa'
import { problem } from '../problems/problem.ts'
import { parseJson } from './json.ts'
import { announcesBody, type BodyLimits, receiveBody } from './receive-body.ts'

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

const isUtf8 = (type: string) => /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8')

/** Parses the JSON body; undefined if there is none. Another media type or charset: 415. */
export async function readBody(ctx: Context, limits: BodyLimits): Promise<unknown> {
  // An empty body may have any type; the route decides whether one is required.
  if (!announcesBody(ctx.req)) return undefined
  if (!ctx.request.is('json') || !isUtf8(ctx.get('content-type'))) {
    throw problem.unsupportedMediaType('request.media_type', 'Send the body as application/json in UTF-8')
  }
  const bytes = await receiveBody(ctx.req, limits)
  return bytes.length === 0 ? undefined : parseJson(bytes)
}
