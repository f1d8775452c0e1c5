import type { z } from 'zod'

/** No answer came. It says why, without the address: `fetch` names that whole at times, and a key may stand in it. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'

  constructor(failure: Error) {
    const { name, cause } = failure
    const isTimeout = name === 'TimeoutError'
    const { code } = (cause ?? failure) as NodeJS.ErrnoException
    super(`not reached: ${isTimeout ? 'no answer in time' : typeof code === 'string' ? code : name}`)
  }
}

/** Another service answered, and not with what was asked for. */
export class ServiceStatusError extends Error {
  override name = 'ServiceStatusError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface HttpRequest extends Pick<RequestInit, 'method' | 'headers' | 'body' | 'redirect'> {
  /** How long it may take, its body included. */
  timeoutMs: number
  /** Ends the request before its time. */
  signal?: AbortSignal | undefined
}

/**
 * The one way to ask a part of the suite that needs no token: the platform's `fetch` with a limit of time. Commands and
 * reads between services go through `createServiceClient`, whose pool costs a third of it; what is no part of the suite is
 * called by `createOutbound`. Throws
 * `UnreachableError` where no answer came, and `ServiceStatusError` for any but a 2xx.
 *
 * @example await httpRequest('https://example.org/hook', { method: 'POST', body, timeoutMs: 10_000 })
 */
export async function httpRequest(
  url: string | URL,
  { timeoutMs, signal, ...init }: HttpRequest,
): Promise<Response> {
  const late = AbortSignal.timeout(timeoutMs)
  const limit = signal ? AbortSignal.any([signal, late]) : late
  const response = await fetch(url, { ...init, signal: limit }).catch((error: Error) => {
    throw new UnreachableError(error)
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new ServiceStatusError(response.status, `answered ${response.status}`)
}

/** The JSON at an address, parsed. Throws as `httpRequest`, and what the parser or `schema` refuses. */
export async function httpRead<T extends z.ZodType>(
  url: string | URL,
  schema: T,
  request: HttpRequest,
): Promise<z.output<T>> {
  const response = await httpRequest(url, request)
  return schema.parse(await response.json())
}
