import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import { ProblemError, problem } from '../problems/problem.ts'

interface BodyLimits {
  bytes: number
  ms: number
  /** Called with the size of each chunk. If it throws, receiving the body fails with that error. */
  onPiece?: (bytes: number) => void
}

/** nginx's status for a client that disconnected before the answer. */
export const CLIENT_GONE = 499

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]*)/i

const isUtf8 = (type: string) => /^utf-?8$/i.test(CHARSET.exec(type)?.[1] ?? 'utf-8')

/** Parses a JSON body. Undefined if there is none; throws 415 for another media type or charset. */
export async function readBody(ctx: Context, limits: BodyLimits): Promise<unknown> {
  // An empty body may have any type; the route decides whether one is required.
  if (!announcesBody(ctx.req)) return undefined
  if (!ctx.request.is('json') || !isUtf8(ctx.get('content-type'))) {
    throw problem.unsupportedMediaType('request.media_type', 'Send the body as application/json in UTF-8')
  }
  const bytes = await receiveBody(ctx.req, limits)
  return bytes.length === 0 ? undefined : parseJson(bytes)
}

/** Maximum nesting of a body: more than any of our forms needs, and far from a stack overflow. */
const MAX_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true })

const malformed = (what: string) =>
  problem.badRequest('request.malformed', 'The body is not valid JSON', { errors: { body: what } })

/** Not recursive, because a deep body could overflow the stack. */
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

/** Parses UTF-8 JSON. Throws 400 `request.malformed` if it is invalid, has a `__proto__` field or over 32 levels. */
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

const tooLarge = (bytes: number) =>
  problem.tooLarge('request.too_large', `The body is larger than ${Math.floor(bytes / 1024)} KiB`)
const tooSlow = () =>
  new ProblemError(408, 'request.too_slow', 'The body did not arrive in time', {
    headers: { Connection: 'close' },
  })
const brokenOff = () => new ProblemError(CLIENT_GONE, 'request.broken_off', 'The body broke off')

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Receives a body. Throws 413 if it is too large, 408 if too slow, 499 if the client disconnected. */
export async function receiveBody(req: IncomingMessage, { bytes, ms, onPiece }: BodyLimits): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > bytes) throw tooLarge(bytes)
  if (req.destroyed && !req.readableEnded) throw brokenOff()
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    const take = (piece: Buffer) => {
      length += piece.length
      if (length > bytes) return stop(tooLarge(bytes))
      try {
        onPiece?.(piece.length)
        pieces.push(piece)
      } catch (error) {
        stop(error)
      }
    }
    const whole = () => stop()
    const gone = () => stop(brokenOff())
    const timer = setTimeout(() => stop(tooSlow()), ms)
    const stop = (error?: unknown) => {
      clearTimeout(timer)
      req.off('data', take).off('end', whole).off('close', gone)
      if (error) reject(error)
      else resolve(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, length))
    }
    req.on('data', take).on('end', whole).on('close', gone)
  })
}

/**
 * Refuses encoded bodies: 415 for a `Content-Encoding`, 400 for a `Transfer-Encoding` other than `chunked`. Bodies are
 * small, and a decompressor can be abused to crash a process.
 */
export const refuseCodings: Middleware = (ctx, next) => {
  const { 'content-encoding': content, 'transfer-encoding': transfer } = ctx.req.headers
  if (content !== undefined && content.toLowerCase() !== 'identity') {
    const headers = { 'Accept-Encoding': 'identity' }
    const message = 'Send the body without a Content-Encoding'
    throw problem.unsupportedMediaType('request.content_encoding', message, { headers })
  }
  if (transfer !== undefined && transfer.toLowerCase() !== 'chunked') {
    throw problem.badRequest('request.transfer_encoding', 'This way to send a body is not accepted here')
  }
  return next()
}
