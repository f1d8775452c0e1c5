import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { Listener } from './server.ts'

export interface InProcessRequest {
  method: string
  /** Path with the query. */
  path: string
  /** End-to-end headers only. */
  headers: IncomingHttpHeaders
  body?: Buffer | string | null | undefined
}

/**
 * The response body for the caller, and for the service its connection. Emits `response` once status and headers are
 * known. An answer that breaks off closes before its end.
 */
class InProcessAnswer extends PassThrough {
  readonly remoteAddress = '127.0.0.1'
  statusCode = 0
  headers: IncomingHttpHeaders = {}

  /** Emits no error: each side would take the other's for its own. */
  override _destroy(_error: Error | null, done: () => void): void {
    done()
  }
}

/** Node's response, except that status and headers are handed over instead of written as text. */
class InProcessResponse extends ServerResponse {
  readonly #answer: InProcessAnswer
  // Node's own fields, without types.
  declare _contentLength: number | null
  declare _hasBody: boolean
  declare _header: string
  declare _headerSent: boolean

  constructor(request: IncomingMessage, answer: InProcessAnswer) {
    super(request)
    this.#answer = answer
    // Node keeps the headers of `writeHead` only if another header was set before.
    this.setHeader('connection', 'keep-alive')
    this.assignSocket(answer as unknown as Socket)
    answer.on('drain', () => this.emit('drain'))
    this.once('finish', () => answer.end())
    this.once('close', () => {
      if (!this.writableFinished) request.destroy()
    })
  }

  _storeHeader(statusLine: string): void {
    this._header = statusLine
    this._headerSent = true
    const answer = this.#answer
    answer.statusCode = this.statusCode
    for (const [name, value] of Object.entries(this.getHeaders()))
      answer.headers[name] = name === 'set-cookie' ? ([value].flat() as string[]) : [value].flat().join(', ')
    if (this._hasBody && typeof this._contentLength === 'number')
      answer.headers['content-length'] ??= String(this._contentLength)
    process.nextTick(() => answer.emit('response'))
  }
}

function receive({ method, path, headers, body }: InProcessRequest, host: string, answer: InProcessAnswer) {
  const request = new IncomingMessage(answer as unknown as Socket)
  Object.assign(request, { method, url: path, httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 })
  const received: IncomingHttpHeaders = {}
  for (const name in headers) received[name.toLowerCase()] = headers[name]
  if (body != null) received['content-length'] = String(Buffer.byteLength(body))
  request.headers = Object.assign(received, { host, connection: 'keep-alive' })
  request.complete = true
  if (body) request.push(body)
  request.push(null)
  return request
}

type Call = (request: InProcessRequest) => InProcessAnswer

const calls = new Map<string, Call>()

/** Calls the service at this origin (`http://127.0.0.1:5001`) by function; undefined if it is not in this process. */
export const findInProcess = (origin: string): Call | undefined => calls.get(origin)

export interface InProcessCalls {
  /** Refuses calls from now on, as a closed port does. */
  close(): void
  /** Resolves after `close`, once no call is open. */
  closed: Promise<void>
  breakOff(): void
}

/** Lets other programs of this process call `listener`, which must not throw. */
export function acceptInProcess(origin: string, listener: Listener): InProcessCalls {
  const { host } = new URL(origin)
  const open = new Set<InProcessAnswer>()
  const closed = Promise.withResolvers<void>()
  const call: Call = (request) => {
    const answer = new InProcessAnswer()
    open.add(answer)
    answer.once('close', () => {
      open.delete(answer)
      if (open.size === 0 && calls.get(origin) !== call) closed.resolve()
    })
    // In its own turn of the event loop, or callers that call again at once would starve timers and sockets.
    setImmediate(() => {
      if (answer.destroyed) return
      const received = receive(request, host, answer)
      void listener(received, new InProcessResponse(received, answer))
    })
    return answer
  }
  calls.set(origin, call)
  return {
    close() {
      calls.delete(origin)
      if (open.size === 0) closed.resolve()
    },
    closed: closed.promise,
    breakOff() {
      for (const answer of open) answer.destroy()
    },
  }
}
