import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { announcesBody } from '../http/body.ts'
import { acceptInProcess, findInProcess } from '../http/in-process.ts'
import { createHttpServer } from '../http/server.ts'

export interface TestRequest {
  token?: string
  body?: unknown
  headers?: Record<string, string>
}

export interface TestAnswer<T> {
  status: number
  headers: Headers
  body: T
}

async function send<T>(method: string, url: string, request: TestRequest): Promise<TestAnswer<T>> {
  const { token, body, headers = {} } = request
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

/**
 * Client for a running server.
 *
 * @example await callerOf('http://127.0.0.1:5002').get('/api/medicines', { token })
 */
export function callerOf(url: string) {
  const by =
    (method: string) =>
    <T = unknown>(path: string, request: TestRequest = {}) =>
      send<T>(method, url + path, request)
  return { url, get: by('GET'), post: by('POST'), put: by('PUT'), delete: by('DELETE') }
}
export type TestCaller = ReturnType<typeof callerOf>

/** How test servers are called. `in-process.ts` changes it for a whole test file. */
export const testMode = { inProcess: false }

/** Serves over HTTP what an application answers in process. */
const bridgeTo =
  (origin: () => string): RequestListener =>
  async (req, res) => {
    const { method = '', url = '', headers } = req
    const body = announcesBody(req) ? await buffer(req) : undefined
    delete headers['transfer-encoding']
    const answer = findInProcess(origin())?.({ method, path: url, headers, body })
    res.once('close', () => answer?.destroy())
    answer?.once('close', () => answer.readableEnded || res.destroy())
    answer?.once('response', () => answer.pipe(res.writeHead(answer.statusCode, answer.headers)))
  }

/** Serves an application on a free port and returns a client for it. */
export async function startApp(app: { callback(): RequestListener }, configure?: (server: Server) => void) {
  const listener = app.callback()
  // The gateway has something to configure: it is always called over HTTP.
  const isBridged = testMode.inProcess && !configure
  const server = createHttpServer(isBridged ? bridgeTo(() => url) : listener)
  configure?.(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = isBridged ? acceptInProcess(url, listener) : undefined
  const close = async () => {
    calls?.close()
    calls?.breakOff()
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  return { ...callerOf(url), close }
}
export type TestClient = Awaited<ReturnType<typeof startApp>>
