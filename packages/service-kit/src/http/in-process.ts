import { type IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import type { Listener } from './server.ts'

export interface InProcessRequest {
  method: string
  /** Path with the query. */
  path: string
  /** Without hop-by-hop headers. */
  headers: IncomingHttpHeaders
  body?: Buffer | string | null | undefined
}

/** The caller's response body and the service's connection. Emits `response` once status and headers are known. */
class InProcessAnswer extends PassThrough {
  readonly remoteAddress = '127.0.0.1'
  statusCode = 0
  headers: IncomingHttpHeaders = {}

  /** Emits no error, because caller and service would both see it as the other's failure. */
  override _destroy(_error: Error | null, done: () => void): void {
    done()
  }
}

/** Node's response, which passes status and headers as values instead of writing them as text. */
class InProcessResponse extends ServerResponse {
  readonly #answer: InProcessAnswer
  // Internal fields of Node's class, which have no types.
  declare _contentLength: number | null
  declare _hasBody: boolean
  declare _header: string
  declare _headerSent: boolean

  constructor(request: IncomingMessage, answer: InProcessAnswer) {
    super(request)
    this.#answer = answer
    // Node stores the headers of `writeHead` only if another header was set before.
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

/** Returns a function that calls the service at this origin (`http://127.0.0.1:5001`), if it is in this process. */
export const findInProcess = (origin: string): Call | undefined => calls.get(origin)

/** Lets other programs in this process call `listener`, which must not throw. */
export function acceptInProcess(origin: string, listener: Listener) {
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
    // A separate turn of the event loop, because callers that call again at once would block timers and sockets.
    setImmediate(() => {
      if (answer.destroyed) return
      const received = receive(request, host, answer)
      void listener(received, new InProcessResponse(received, answer))
    })
    return answer
  }
  calls.set(origin, call)
  return {
    /** Refuses new calls, like a closed port. */
    close(): void {
      calls.delete(origin)
      if (open.size === 0) closed.resolve()
    },
    /** Resolves after `close` when no call is open any more. */
    closed: closed.promise,
    breakOff(): void {
      for (const answer of open) answer.destroy()
    },
  }
}
export type InProcessCalls = ReturnType<typeof acceptInProcess>
