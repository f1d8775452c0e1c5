import type { Problem } from '@mms/contracts'
import { noteServerDate } from '../clock/store-time.ts'
import { ApiError } from './api-error.ts'

const target = new EventTarget()

const LONGEST_MESSAGE = 300

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RequestOptions {
  query?: Record<string, string | number | boolean | null | undefined>
  body?: unknown
  headers?: Record<string, string>
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal
  /** In milliseconds; default 15,000. */
  timeout?: number
  /** `omit`: sends and stores no cookies. */
  credentials?: RequestCredentials
}

export interface Answer<T> {
  data: T
  headers: Headers
  status: number
}

const TIMEOUT_MS = 15_000

/** Makes one HTTP call with JSON and throws every failure as an `ApiError`. Knows no session, retries or toasts. */
export async function request<T>(
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<T>> {
  const { body, headers, signal, timeout = TIMEOUT_MS, credentials = 'same-origin' } = options
  const deadline = AbortSignal.timeout(timeout)
  const askedAt = Date.now()
  try {
    const response = await fetch(addressOf(path, options.query), {
      method,
      credentials,
      headers: {
        Accept: 'application/json',
        traceparent: newTrace(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    })
    // Ignores other paths, for which a service worker may answer with a cached date.
    if (path.startsWith('/api/')) noteServerDate(response.headers.get('date'), askedAt)
    return await readAnswer<T>(response)
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ApiError) throw error
    if (deadline.aborted) throw new ApiError('timeout', 'No response from server')
    if (error instanceof TypeError) {
      target.dispatchEvent(new Event('failure'))
      throw new ApiError('network', 'Unable to connect to the server')
    }
    throw new ApiError('other', error instanceof Error ? error.message : String(error))
  }
}

const randomHex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')

/** W3C trace context of a call, which identifies it in the logs of all services. */
const newTrace = () => `00-${randomHex(16)}-${randomHex(8)}-01`

export function addressOf(path: string, query: RequestOptions['query']): string {
  const parts = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') parts.set(name, String(value))
  }
  return parts.size > 0 ? `${path}?${parts}` : path
}

async function readAnswer<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text()
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '')
  if (response.ok) {
    const data = text === '' ? undefined : parse(text, isJson)
    return { data: data as T, headers: response.headers, status: response.status }
  }
  const body = isJson ? parseQuietly(text) : undefined
  const problem = readProblem(body)
  const said =
    isRecord(body) && typeof body.message === 'string' ? body.message.slice(0, LONGEST_MESSAGE) : undefined
  throw new ApiError('response', said || response.statusText || 'Something went wrong', {
    status: response.status,
    problem,
    said,
    requestId: problem?.requestId ?? response.headers.get('x-request-id') ?? undefined,
  })
}

function parse(text: string, isJson: boolean): unknown {
  const value = isJson ? parseQuietly(text) : undefined
  if (value === undefined) throw new ApiError('other', 'The server sent an answer that cannot be read')
  return value
}

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const texts = ['type', 'title', 'code', 'message', 'requestId'] as const
const optionalTexts = ['detail', 'instance'] as const

/**
 * Reads problem details; undefined for other JSON, such as a proxy's error. Does not use `problemSchema` (a test
 * compares them), because zod would be a tenth of the login page's code.
 */
export function readProblem(value: unknown): Problem | undefined {
  if (!isRecord(value)) return undefined
  const { status, errors = {} } = value
  const isProblem =
    Number.isSafeInteger(status) &&
    texts.every((name) => isText(value[name])) &&
    optionalTexts.every((name) => value[name] === undefined || isText(value[name])) &&
    isRecord(errors) &&
    Object.values(errors).every(isText)
  return isProblem ? (value as Problem) : undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Calls `listener` after failed calls, until `signal` is aborted. */
export const onNetworkFailure = (listener: () => void, signal: AbortSignal): void =>
  target.addEventListener('failure', listener, { signal })
