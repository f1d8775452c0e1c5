import type { IncomingMessage, ServerResponse } from 'node:http'
import { compressorFor } from './compress.ts'

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

/** Whether a header of an upstream's answer goes to the client. */
export type KeepHeader = (name: string) => boolean

/** For upstreams that are trusted with the headers of their answers. */
export const keepAll: KeepHeader = (name) => !DROPPED.has(name)

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
    answer.pipe(res)
    return
  }
  res.removeHeader('Content-Length')
  res.setHeader('Content-Encoding', 'gzip')
  res.appendHeader('Vary', 'Accept-Encoding')
  answer.pipe(compressor).pipe(res)
  res.once('close', () => compressor.destroy())
}
