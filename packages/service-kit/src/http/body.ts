import type { Context } from 'koa'
import { problem } from '../problems/problem.ts'
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

/** Maximum levels of a body: deeper than any of our forms, and far from a stack overflow. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

const malformed = (what: string) =>
  problem.badRequest('request.malformed', 'The body is not valid JSON', { errors: { body: what } })

/** Iterative, because recursion could overflow the stack. */
function refuseOddShapes(value: unknown): void {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_DEPTH) throw malformed('is nested too deeply')
    const next: unknown[] = []
    for (const each of level) {
      if (each === null || typeof each !== 'object') continue
      if (Object.hasOwn(each, '__proto__')) throw malformed('has a field named __proto__')
      for (const child of Object.values(each))
        if (child !== null && typeof child === 'object') next.push(child)
    }
    level = next
  }
}

/** Parses UTF-8 JSON; throws 400 `request.malformed` for invalid JSON, a `__proto__` field or more than 32 levels. */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(bytes))
  } catch {
    throw malformed('is not valid JSON in UTF-8')
  }
  refuseOddShapes(value)
  return value
}
