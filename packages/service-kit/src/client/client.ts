import type { KeyObject } from 'node:crypto'
import { addAbortSignal } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Pool } from 'undici'
import type { z } from 'zod'
import { signServiceToken } from '../auth/service-token.ts'
import { findInProcess, type InProcessRequest } from '../http/in-process.ts'
import { ServiceStatusError } from '../outbound/http-request.ts'
import { type Trace, traceHeaders } from '../telemetry/trace.ts'
import { startSpanIfTraced } from '../telemetry/tracing.ts'

export interface ServiceCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  trace?: Trace | undefined
  /** Total time limit. Default: 10 s. */
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
}

type ServiceReadOptions = Pick<ServiceCall, 'trace' | 'timeoutMs' | 'signal'>

const SUCCESS = new Set([200, 201, 204])
const CONNECTIONS = 64
const TIMEOUT_MS = 10_000
const TOKEN_REUSE_MS = 30_000

function createTokens(name: string, key: KeyObject): () => string {
  let token = ''
  let signedAt = Number.NEGATIVE_INFINITY
  return () => {
    // The token's time is taken from this clock too, so a clock that was set back causes a new token.
    const age = Date.now() - signedAt
    if (age < 0 || age > TOKEN_REUSE_MS) {
      token = signServiceToken(name, key)
      signedAt = Date.now()
    }
    return token
  }
}

type Exchange = InProcessRequest & Pick<ServiceCall, 'method'> & { body: string | null; signal: AbortSignal }

/** Sends over HTTP, or calls a function if the service is in this process. */
async function exchange(pool: Pool, origin: string, request: Exchange): Promise<[number, string]> {
  const callInProcess = findInProcess(origin)
  if (!callInProcess) {
    const { statusCode, body } = await pool.request(request)
    return [statusCode, await body.text()]
  }
  const { signal } = request
  const answer = addAbortSignal(signal, callInProcess(request))
  try {
    const body = await text(answer)
    return [answer.statusCode, body]
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}

function createSend(pool: Pool, origin: string, headers: () => Record<string, string>) {
  const sendWithin = async (call: ServiceCall, signal: AbortSignal): Promise<unknown> => {
    const { method, path } = call
    const [statusCode, answered] = await exchange(pool, origin, {
      method,
      path,
      headers: {
        ...call.headers,
        ...headers(),
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(call.trace && traceHeaders(call.trace)),
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal,
    })
    if (!SUCCESS.has(statusCode)) {
      throw new ServiceStatusError(statusCode, `${method} ${path} answered ${statusCode}: ${answered}`)
    }
    return answered === '' ? undefined : JSON.parse(answered)
  }

  const sendInTime = async (call: ServiceCall): Promise<unknown> => {
    // The timer of AbortSignal.timeout would outlive the call, and there are hundreds of calls a second.
    const deadline = new AbortController()
    const late = () => deadline.abort(new Error('no answer in time'))
    const timer = setTimeout(late, call.timeoutMs ?? TIMEOUT_MS)
    try {
      const { signal } = deadline
      return await sendWithin(call, call.signal ? AbortSignal.any([signal, call.signal]) : signal)
    } finally {
      clearTimeout(timer)
    }
  }

  return async (call: ServiceCall): Promise<unknown> => {
    const { method, path, trace } = call
    const span = startSpanIfTraced(trace?.traceparent, {
      name: method,
      role: 'CLIENT',
      attributes: { 'http.request.method': method, 'url.path': path },
    })
    if (!trace || !span) return sendInTime(call)
    const outcome = { failed: true }
    try {
      const answer = await sendInTime({ ...call, trace: { ...trace, traceparent: span.traceparent } })
      outcome.failed = false
      return answer
    } finally {
      span.end(outcome)
    }
  }
}

/** Client for another service: token, time limit, pool, trace. Never retries: only the caller knows if it is safe. */
export function createServiceClient({ name, key, url }: { name: string; key: KeyObject; url: string }) {
  const pool = new Pool(url, { connections: CONNECTIONS })
  const token = createTokens(name, key)
  const send = createSend(pool, new URL(url).origin, () => ({ authorization: `Bearer ${token()}` }))

  async function read<T extends z.ZodType>(path: string, schema: T, options?: ServiceReadOptions) {
    return schema.parse(await send({ method: 'GET', path, ...options }))
  }

  return {
    url,
    /**
     * Returns the parsed body of a 200 or 201, or undefined if there is none. Throws `ServiceStatusError` for another
     * status. After a network or parser error, the call may have taken effect.
     */
    send,
    /** GET, validated by `schema`. Throws like `send`, or a `ZodError`. */
    read,
    /** Like `read`; null for a 404. */
    find: <T extends z.ZodType>(path: string, schema: T, options?: ServiceReadOptions) =>
      read(path, schema, options).catch((error: unknown) => {
        if (error instanceof ServiceStatusError && error.status === 404) return null
        throw error
      }),
    close: (): Promise<void> => pool.close(),
  }
}
export type ServiceClient = ReturnType<typeof createServiceClient>
