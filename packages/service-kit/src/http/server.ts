import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { ProblemError, problemDocument, toProblem } from '../problems/problem.ts'
import { traceOf } from '../telemetry/trace.ts'
import { announcesBody } from './body.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Longer than clients keep an idle connection, so that none sends a request on one that we are closing. */
const KEEP_ALIVE_MS = 75_000
/**
 * Idle time that services ask of each other. Clients close a second earlier, so a replaced process ends soon. The
 * server itself waits `KEEP_ALIVE_MS`, because clients on a busy machine may be late.
 */
export const SERVICE_KEEP_ALIVE_MS = 5_000
/** Time limit for request headers. For the first request it starts with the connection. */
const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
/** Time limit without traffic in either direction, for example if a client does not read its answer. */
const STANDSTILL_MS = 120_000
const LOOK_EVERY_MS = 5_000
/** Maximum connections. Ten thousand idle ones would need a few hundred megabytes. */
const MAX_CONNECTIONS = 4_000
/** Maximum requests in progress per connection. Browsers send one at a time. */
const MAX_PIPELINED = 32
/** Maximum unread bytes of a body that are received and dropped after the answer. */
const REST_BYTES = 1024 * 1024

const OPEN = Symbol('open answers')
type WatchedSocket = Socket & { [OPEN]?: Set<ServerResponse> }

/** Node does not emit `close` for answers that wait behind others on the same connection. */
function closeWaiting(open: Set<ServerResponse>): void {
  for (const res of open) if (!res.socket) res.destroy().emit('close')
}

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

/** Drops the unread rest of a body, which blocks its connection. Closes the connection if the rest is too large. */
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

function answerProblem(req: IncomingMessage, res: ServerResponse, problem: ProblemError): void {
  const { requestId } = traceOf(req.headers)
  res
    .writeHead(problem.status, { 'content-type': 'application/problem+json', 'x-request-id': requestId })
    .end(JSON.stringify(problemDocument(problem, requestId)))
}

/** Answers 500 if the listener throws, which would otherwise end all programs of the process. */
export function guardListener(listener: Listener, log: Logger): Listener {
  return async (req, res) => {
    try {
      await listener(req, res)
    } catch (err) {
      log.error({ err }, 'request failed')
      if (res.headersSent) res.destroy()
      else answerProblem(req, res, toProblem(err))
    }
  }
}

/** HTTP server with limits on requests, unread answers, idle connections and bodies: no client can block others. */
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
    answerProblem(req, res, new ProblemError(417, 'http.417', 'No expectation is met here but 100-continue'))
  })
  server.setTimeout(STANDSTILL_MS)
  // 0: no limit. Otherwise Node silently drops headers beyond the 2,000th. The limit of 16 KiB still applies.
  server.maxHeadersCount = 0
  server.maxConnections = MAX_CONNECTIONS
  // At the limit, closes idle connections to make room. Their clients can reconnect.
  server.on('drop', () => server.closeIdleConnections())
  return server
}
