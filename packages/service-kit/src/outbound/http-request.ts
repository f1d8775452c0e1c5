import type { z } from 'zod'

/** There was no answer. The message omits the address, which may contain a key. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'

  constructor(failure: Error) {
    const { name, cause } = failure
    const isTimeout = name === 'TimeoutError'
    const { code } = (cause ?? failure) as NodeJS.ErrnoException
    super(`not reached: ${isTimeout ? 'no answer in time' : typeof code === 'string' ? code : name}`)
  }
}

/** Another service answered with an unexpected status or body. */
export class ServiceStatusError extends Error {
  override name = 'ServiceStatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface HttpRequest extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'> {
  /** Time limit including the body. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/**
 * Unauthenticated request within the suite, with a time limit. See `createServiceClient` for authenticated calls, and
 * `createOutbound` for other addresses. Throws `UnreachableError` without an answer, `ServiceStatusError` unless it is
 * a 2xx.
 */
export async function httpRequest(url: string | URL, { timeoutMs, signal, ...init }: HttpRequest) {
  const late = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, late]) : late
  const response = await fetch(url, { ...init, signal: limit }).catch((error: Error) => {
    throw new UnreachableError(error)
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new ServiceStatusError(response.status, `answered ${response.status}`)
}

/** Reads JSON. Throws like `httpRequest`, or if the JSON does not fit `schema`. */
export async function httpRead<T extends z.ZodType>(url: string | URL, schema: T, request: HttpRequest) {
  const response = await httpRequest(url, request)
  return schema.parse(await response.json())
}
