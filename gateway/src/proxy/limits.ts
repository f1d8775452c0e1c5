import type { IncomingMessage } from 'node:http'
import { problem } from '@mms/service-kit'

export interface Limits {
  /** Largest body, in bytes. */
  bodyBytes: number
  /** How long a client may take to send its body. */
  bodyMs: number
  /** How long a service may take to begin its answer, and then between two pieces of it. */
  upstreamMs: number
}

export const tooLarge = (limit: number) =>
  problem.tooLarge('request.too_large', `The body is larger than ${Math.floor(limit / 1024)} KiB`)

/** Methods whose body Node frames by itself when it has no length. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

/** Whether a body follows, going by the headers; refuses at once what is announced as too large or odd. */
export function announcesBody({ method, headers }: IncomingMessage, limit: number): boolean {
  const coding = headers['transfer-encoding']
  if (coding !== undefined && (coding.toLowerCase() !== 'chunked' || !WITH_BODY.has(method ?? ''))) {
    throw problem.badRequest('request.transfer_encoding', 'This way to send a body is not accepted here')
  }
  const length = Number(headers['content-length'] ?? 0)
  if (length > limit) throw tooLarge(limit)
  return coding !== undefined || length > 0
}
