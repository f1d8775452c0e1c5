import type { IncomingMessage } from 'node:http'
import { ProblemError, problem } from '../problems/problem.ts'

export interface BodyLimits {
  bytes: number
  ms: number
  /** Called with the size of each piece; an exception ends the body. */
  onPiece?: (bytes: number) => void
}

/** nginx's status for a client that left before its answer. */
const CLIENT_GONE = 499

const tooLarge = (bytes: number) =>
  problem.tooLarge('request.too_large', `The body is larger than ${Math.floor(bytes / 1024)} KiB`)
const tooSlow = () =>
  new ProblemError(408, 'request.too_slow', 'The body did not arrive in time', {
    headers: { Connection: 'close' },
  })
const brokenOff = () => new ProblemError(CLIENT_GONE, 'request.broken_off', 'The body broke off')

/** True if the headers announce a body. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Receives a body: 413 if too large, 408 if too slow, 499 if the client left. `createHttpServer` handles the rest. */
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
