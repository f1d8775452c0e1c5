import { Agent, type Dispatcher, request } from 'undici'
import type { z } from 'zod'
import { createConnections, type OutboundPolicy, type Resolve } from './connections.ts'
import { type HttpRequest, ServiceStatusError, UnreachableError } from './http-request.ts'

interface Fetched {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal | undefined
}

export interface OutboundRequest extends Pick<HttpRequest, 'timeoutMs' | 'signal'> {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

type Answer = Dispatcher.ResponseData

const LARGEST_ANSWER = 256 * 1024
const FETCH_TIMEOUT_MS = 10_000

/** Discards the body of an answer, and any error of the stream. */
const drop = ({ body }: Answer) => void body.on('error', () => {}).destroy()

async function readText(answer: Answer): Promise<string> {
  if ((answer.headers['content-encoding'] ?? 'identity') !== 'identity') {
    drop(answer)
    throw new ServiceStatusError(answer.statusCode, 'answered compressed, though asked not to')
  }
  return answer.body.text().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'UND_ERR_RES_EXCEEDED_MAX_SIZE') throw new UnreachableError(error)
    throw new ServiceStatusError(answer.statusCode, 'answered more than 256 KiB')
  })
}

/**
 * The only client for addresses outside the suite: weather, webhooks, mail. Checks after name resolution that an
 * address is public or listed. Requires https unless the address is local or settings allow http. Follows no redirects.
 * One time limit applies to the whole call, and 256 KiB to the answer. Errors never quote the answer or the address.
 */
export function createOutbound(policy: OutboundPolicy, resolve?: Resolve) {
  const { assertCallable, lookupFor, connect, mayBeClear } = createConnections(policy, resolve)
  const agentFor = (isClear: boolean) =>
    new Agent({ connect: { lookup: lookupFor(isClear) }, maxResponseSize: LARGEST_ANSWER })
  const agents = { clear: agentFor(true), encrypted: agentFor(false) }

  async function ask(address: string, { timeoutMs, signal, headers, ...sent }: OutboundRequest) {
    const late = AbortSignal.timeout(timeoutMs)
    try {
      const url = new URL(address)
      assertCallable(url)
      return await request(url, {
        ...sent,
        headers: { 'accept-encoding': 'identity', ...headers },
        dispatcher: url.protocol === 'http:' ? agents.clear : agents.encrypted,
        // Closes the connection, so that the next call resolves the name again.
        reset: true,
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
    } catch (error) {
      throw new UnreachableError(error as Error)
    }
  }

  async function askForSuccess(address: string, request: OutboundRequest): Promise<Answer> {
    const answer = await ask(address, request)
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer
    drop(answer)
    throw new ServiceStatusError(answer.statusCode, `answered ${answer.statusCode}`)
  }

  return {
    /** Throws `UnreachableError` without an answer, and `ServiceStatusError` for anything but a 2xx. */
    async send(address: string, request: OutboundRequest): Promise<void> {
      drop(await askForSuccess(address, request))
    },
    /** Reads JSON. Throws like `send`, or a `ServiceStatusError` if the JSON does not fit `schema`. */
    async read<T extends z.ZodType>(address: string, schema: T, request: OutboundRequest) {
      const answer = await askForSuccess(address, request)
      const text = await readText(answer)
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        // Replaces the parser's errors, which quote the answer.
        throw new ServiceStatusError(answer.statusCode, 'answered something else than was asked for')
      }
    },
    /** Replacement of `fetch` for libraries: any status, the same limits, ten seconds in all. */
    async fetch(address: string, { method, body, ...others }: Fetched): Promise<Response> {
      const sent = body === undefined || body === null ? {} : { body: String(body) }
      const request = { ...others, ...sent, method: method as 'GET', timeoutMs: FETCH_TIMEOUT_MS }
      const answer = await ask(address, request)
      const text = await readText(answer)
      const type = String(answer.headers['content-type'] ?? '')
      return new Response(text || null, { status: answer.statusCode, headers: { 'content-type': type } })
    },
    connect,
    mayBeClear,
  }
}
export type Outbound = ReturnType<typeof createOutbound>
