import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressorFor } from './compress.ts'
import { endWhole, SMALL_BYTES } from './end-whole.ts'

/** About the connection between gateway and service, or about the service's software. */
const DROPPED = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'server',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
])

const EMPTY: Buffer = Buffer.alloc(0)

/** Whether a header of an upstream's answer goes to the client. */
export type KeepHeader = (name: string) => boolean

/** For upstreams that are trusted with the headers of their answers. */
export const keepAll: KeepHeader = (name) => !DROPPED.has(name)

/**
 * Sends a body on as it comes. Most are whole with their first piece, and small: their headers and body go out in one
 * write at the end, without a pipe.
 */
function sendOn(answer: IncomingMessage, res: ServerResponse): void {
  const length = Number(answer.headers['content-length'])
  let whole = EMPTY
  // Not before the end: until then the connection to the service is not free, and closing ours would close it.
  const end = () => endWhole(res, whole)
  answer.once('end', end)
  answer.once('data', (piece: Buffer) => {
    if (piece.length === length && length <= SMALL_BYTES) {
      whole = piece
      return
    }
    answer.off('end', end)
    res.write(piece)
    answer.pipe(res)
  })
}

/**
 * Copies status, headers and body of an upstream's answer to the client, compressed where that helps.
 * `keep` says which headers.
 */
export function relay(
  answer: IncomingMessage,
  request: IncomingMessage,
  res: ServerResponse,
  keep: KeepHeader,
): void {
  res.statusCode = answer.statusCode ?? 502
  for (const name in answer.headers) {
    if (keep(name)) res.setHeader(name, answer.headers[name] as string | string[])
  }
  const compressor = compressorFor(request, answer)
  if (!compressor) {
    sendOn(answer, res)
    return
  }
  res.removeHeader('Content-Length')
  res.setHeader('Content-Encoding', 'gzip')
  res.appendHeader('Vary', 'Accept-Encoding')
  answer.pipe(compressor).pipe(res)
  res.once('close', () => compressor.destroy())
}
