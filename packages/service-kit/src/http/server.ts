import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ProblemError, problemDocument } from '../errors.ts'
import { traceOf } from '../telemetry/trace.ts'
import { announcesBody } from './receive-body.ts'

/** What `app.callback()` of Koa is; the promise it may return is its own business. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Longer than any client keeps an idle connection, or its reuse races with our close. */
const KEEP_ALIVE_MS = 75_000
/**
 * What clients within the suite are asked to keep to, who close a second earlier: a process that is replaced waits for
 * them. It closes none itself before `KEEP_ALIVE_MS`, however late a busy machine lets them be.
 */
export const SERVICE_KEEP_ALIVE_MS = 5_000
/** For the headers of a request, counted from the connection on when it is the first. */
const HEADERS_MS = 15_000
/** For a whole request. */
const REQUEST_MS = 60_000
/** How long a connection may stand still in both directions, e.g. because the client does not read the answer. */
const STANDSTILL_MS = 120_000
/** How often these times are looked at. */
const LOOK_EVERY_MS = 5_000
/** Ten thousand idle connections of a stranger would cost a few hundred megabytes. */
const MAX_CONNECTIONS = 4_000
/** Browsers ask one thing at a time on a connection; more waiting answers only fill the memory. */
const MAX_PIPELINED = 32
/** What was not read of a body when the answer went out is read and thrown away, up to here. */
const REST_BYTES = 1024 * 1024

const OPEN = Symbol('open answers')
type WatchedSocket = Socket & { [OPEN]?: Set<ServerResponse> }

/** Node does not emit `close` on answers that wait behind others on a connection. */
function closeWaiting(open: Set<ServerResponse>): void {
  for (const res of open) if (!res.socket) res.destroy().emit('close')
}

/** True while the connection has no more open requests than one client may want answered at a time. */
function mayPipeline(socket: WatchedSocket, res: ServerResponse): boolean {
  let open = socket[OPEN]
  if (!open) {
    const answers = new Set<ServerResponse>()
    socket[OPEN] = open = answers
    socket.once('close', () => closeWaiting(answers))
  }
  if (open.size >= MAX_PIPELINED) return false
  open.add(res)
  res.once('close', () => open.delete(res))
  return true
}

/**
 * After the answer, an unread body stands between this request and the next one of the connection.
 * A small rest is thrown away; a client that goes on and on is cut off. By then it has had its answer. One that is slow
 * has the time of a request.
 */
function discardRest(req: IncomingMessage): void {
  if (req.complete) return
  const { socket } = req
  const lastByte = socket.bytesRead + REST_BYTES
  const looking = setInterval(() => {
    if (socket.bytesRead > lastByte && !req.complete) socket.destroy()
    if (req.complete || socket.destroyed) clearInterval(looking)
  }, 20)
  req.resume()
}

/**
 * An HTTP server on which no client holds more than its share: requests that never end, unread answers,
 * connections that only wait and unwanted bodies all end by themselves.
 *
 * @example const server = createHttpServer(app.callback())
 */
export function createHttpServer(listener: Listener, keepAliveTimeout = KEEP_ALIVE_MS): Server {
  const server = createServer(
    {
      keepAliveTimeout,
      keepAliveTimeoutBuffer: KEEP_ALIVE_MS + 1_000 - keepAliveTimeout,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_EVERY_MS,
    },
    (req, res) => {
      if (!mayPipeline(req.socket, res)) return req.socket.destroy()
      if (announcesBody(req)) res.once('finish', () => discardRest(req))
      return listener(req, res)
    },
  )
  server.on('checkExpectation', (req, res) => {
    res.once('finish', () => discardRest(req))
    const { requestId } = traceOf(req.headers)
    const refusal = new ProblemError(417, 'http.417', 'No expectation is met here but 100-continue')
    res
      .writeHead(417, { 'content-type': 'application/problem+json', 'x-request-id': requestId })
      .end(JSON.stringify(problemDocument(refusal, requestId)))
  })
  server.setTimeout(STANDSTILL_MS)
  // Node would forget what comes after the 2,000th without a word; 16 KiB of headers are the limit.
  server.maxHeadersCount = 0
  server.maxConnections = MAX_CONNECTIONS
  // Full: those who wait between two requests have to connect again, so that there is room for others.
  server.on('drop', () => server.closeIdleConnections())
  return server
}
