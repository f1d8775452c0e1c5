import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { bytesOf, headersOf, type Request, targetOf } from './request.ts'
import { openWire } from './wire.ts'

export const HANG_MS = 5_000

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

async function sendBare(url: string, { bare }: Request): Promise<Answer> {
  const { pieces, afterwards } = bare as NonNullable<Request['bare']>
  const { socket, send, answer } = openWire(url)
  send(...pieces)
  if (afterwards === 'half-close') socket.end()
  if (afterwards === 'vanish') {
    await new Promise((resolve) => socket.write('', resolve))
    socket.destroy()
    return NONE
  }
  const late = new AbortController()
  try {
    const got = answer().catch(() => ({ ...NONE, hung: true }))
    const hangs = delay(HANG_MS, { ...NONE, hung: true }, { signal: late.signal }).catch(() => NONE)
    return { hung: false, ...(await Promise.race([got, hangs])) }
  } finally {
    late.abort()
    socket.destroy()
  }
}

/** Sends a request and waits five seconds. */
export function send(url: string, request: Request, token: string | undefined): Promise<Answer> {
  return request.bare ? sendBare(url, request) : sendWhole(url, request, token)
}
