import { notify } from '../notify.ts'
import { refreshSession } from '../session/refresh.ts'
import { session } from '../session/session.ts'
import { ApiError, errorText } from './api-error.ts'
import { type Answer, type Method, type RequestOptions, request } from './request.ts'

export interface HttpOptions extends RequestOptions {
  /** No toast on failure: the caller shows the failure itself, or it does not matter. */
  quiet?: boolean
}

/** Pauses before a read is tried again after a network failure or a 5xx, in ms. A write is never repeated. */
let retryDelays: readonly number[] = [300, 900]

/** For tests: `configureHttp({ retryDelays: [] })` makes the first failure final. */
export function configureHttp(settings: { retryDelays: readonly number[] }): void {
  retryDelays = settings.retryDelays
}

/**
 * Calls the suite's API with the session's token. When the token has run out, the session is renewed and the call
 * repeated, once. Failures are thrown as `ApiError` and, unless `quiet`, shown as a toast.
 *
 * ```ts
 * const { data, headers } = await http.get<Medicine[]>('/api/medicines', { query: { search, limit: 50 }, signal })
 * await http.put(`/api/medicines/${id}`, { body, headers: { 'If-Match': etag }, quiet: true })
 * ```
 */
export const http = {
  get: <T>(path: string, options?: HttpOptions) => send<T>('GET', path, options),
  post: <T>(path: string, options?: HttpOptions) => send<T>('POST', path, options),
  put: <T>(path: string, options?: HttpOptions) => send<T>('PUT', path, options),
  delete: <T>(path: string, options?: HttpOptions) => send<T>('DELETE', path, options),
}

async function send<T>(method: Method, path: string, options: HttpOptions = {}): Promise<Answer<T>> {
  try {
    return await withRetries(method === 'GET' ? retryDelays : [], options.signal, () =>
      withSession<T>(method, path, options),
    )
  } catch (error) {
    if (error instanceof ApiError && !options.quiet && !endedSession(error)) showFailure(error)
    throw error
  }
}

/** The login page says why it is shown; a toast for every call that was under way would say it again and again. */
function endedSession(error: ApiError): boolean {
  return error.status === 401 && session.get().token === null
}

function showFailure(error: ApiError): void {
  const reference = error.status >= 500 && error.requestId ? `Reference: ${error.requestId}` : undefined
  notify.error(errorText(error), reference)
}

async function withSession<T>(method: Method, path: string, options: HttpOptions): Promise<Answer<T>> {
  const { token } = session.get()
  try {
    return await request<T>(method, path, authorised(options, token))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error
    if ((await refreshSession(token)) === 'ended') throw error
    return request<T>(method, path, authorised(options, session.get().token))
  }
}

function authorised(options: HttpOptions, token: string | null): HttpOptions {
  return token === null
    ? options
    : { ...options, headers: { Authorization: `Bearer ${token}`, ...options.headers } }
}

async function withRetries<T>(
  delays: readonly number[],
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof ApiError) || !mayPass(error)) throw error
      // Jitter, so that the tabs of a whole shop do not come back in step.
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())))
      signal?.throwIfAborted()
    }
  }
  return attempt()
}

function mayPass(error: ApiError): boolean {
  return error.kind === 'network' || error.status >= 500
}
