import type { IncomingMessage, ServerResponse } from 'node:http'

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

/** Copies status, headers and body of an upstream's answer to the client. */
export function relay(answer: IncomingMessage, res: ServerResponse): void {
  res.statusCode = answer.statusCode ?? 502
  for (const name in answer.headers) {
    if (!DROPPED.has(name)) res.setHeader(name, answer.headers[name] as string | string[])
  }
  answer.pipe(res)
}
