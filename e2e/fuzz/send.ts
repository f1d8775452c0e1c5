import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { type Bare, bytesOf, headersOf, type Request, targetOf } from './request.ts'

const HANG_MS = 5_000
const HEAD_END = '\r\n\r\n'

export interface Answer {
  /** 0 without an answer. */
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
  hung: boolean
}

const NONE: Answer = { status: 0, headers: {}, body: '', hung: false }
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function sendWhole(url: string, request: Request, token: string | undefined): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const bytes = bytesOf(request)
  const sent = httpRequest({
    agent,
    hostname,
    port,
    method: request.method,
    path: targetOf(request),
    headers: headersOf(request, token).flat(),
    signal: AbortSignal.timeout(HANG_MS),
  })
  sent.once('error', (error) =>
    resolve({ ...NONE, hung: error.name === 'TimeoutError' || error.name === 'AbortError' }),
  )
  sent.once('response', (response) => {
    const pieces: Buffer[] = []
    const finish = (hung: boolean) =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(pieces).toString(),
        hung,
      })
    response.on('data', (piece: Buffer) => pieces.push(piece))
    response.once('end', () => finish(false))
    response.once('error', () => finish(true))
  })
  sent.end(bytes)
  return promise
}

/** The first final answer in these bytes; undefined while incomplete. */
function answerIn(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf(HEAD_END)
  if (headEnd < 0) return undefined
  const [first = '', ...lines] = received.subarray(0, headEnd).toString().split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = received.subarray(headEnd + HEAD_END.length)
  if (status < 200) return answerIn(rest)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const length = Number(headers['content-length'] ?? 0)
  if (rest.length < length) return undefined
  return { status, headers, body: rest.subarray(0, length).toString(), hung: false }
}

function sendBare(url: string, { pieces, afterwards }: Bare): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const socket = connect(Number(port), hostname)
  const late = setTimeout(() => resolve({ ...NONE, hung: true }), HANG_MS)
  let received = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.once('close', () => resolve(NONE))
  for (const piece of pieces) socket.write(piece)
  if (afterwards === 'vanish') socket.write('', () => socket.destroy())
  else
    socket.on('data', (piece) => {
      received = Buffer.concat([received, piece])
      const answer = answerIn(received)
      if (answer) resolve(answer)
    })
  if (afterwards === 'half-close') socket.end()
  return promise.finally(() => {
    clearTimeout(late)
    socket.destroy()
  })
}

/** Sends a request and waits five seconds. */
export const send = (url: string, request: Request, token: string | undefined): Promise<Answer> =>
  request.bare ? sendBare(url, request.bare) : sendWhole(url, request, token)
