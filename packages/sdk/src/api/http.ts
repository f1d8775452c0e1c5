import { ApiError, errorText } from '../http/api-error.ts'
import { type Answer, addressOf, type Method, type RequestOptions, request } from '../http/request.ts'
import { notify } from '../notices/notify.ts'
import { refreshSession } from '../session/refresh.ts'
import { session } from '../session/session.ts'

export interface HttpOptions extends RequestOptions {
  /** Shows no toast on failure. */
  quiet?: boolean
}

/** Backoff in ms before a read is retried after a network failure or a 5xx. Writes are never repeated. */
let retryDelays: readonly number[] = [300, 900]

/** For tests: `configureHttp({ retryDelays: [] })` makes the first failure final. */
export function configureHttp(settings: { retryDelays: readonly number[] }): void {
  retryDelays = settings.retryDelays
}

/** Calls the API with the session's token, renewed once. Failures are an `ApiError` and, unless `quiet`, a toast. */
export const http = {
  get: <T>(path: string, options?: HttpOptions) => send<T>('GET', path, options),
  post: <T>(path: string, options?: HttpOptions) => send<T>('POST', path, options),
  put: <T>(path: string, options?: HttpOptions) => send<T>('PUT', path, options),
  delete: <T>(path: string, options?: HttpOptions) => send<T>('DELETE', path, options),
}

/** Prefetches these addresses; the next `http.get` of the same address takes the answer, once. */
export function askAhead(addresses: readonly string[]): void {
  const asker = nameOfAsker()
  if (asker === undefined) return
  for (const address of addresses) {
    const answer = withSession(undefined, (token) => request('GET', address, authorised({}, token)))
    keepAhead(address, asker, answer)
  }
}

async function send<T>(method: Method, path: string, options: HttpOptions = {}): Promise<Answer<T>> {
  const asker = session.get().user?.id
  const delays = method === 'GET' ? retryDelays : []
  if (method !== 'GET') forgetAhead()
  try {
    const ahead = method === 'GET' ? findAhead<T>(path, options) : undefined
    const answer = ahead && (await unlessItMayPass(ahead, options.signal))
    if (answer) return answer
    return await withSession(options.signal, (token) =>
      withRetries(delays, options.signal, () => request<T>(method, path, authorised(options, token))),
    )
  } catch (error) {
    if (error instanceof ApiError && !options.quiet && isHere(asker)) showFailure(error)
    throw error
  } finally {
    // An answer that is under way may predate this write.
    if (method !== 'GET') forgetAhead()
  }
}

const isHere = (asker: string | undefined) => session.get().user?.id === asker

function nameOfAsker(): string | undefined {
  const { user } = session.get()
  return user ? `${user.role} ${user.id}` : undefined
}

function findAhead<T>(path: string, { query, headers }: HttpOptions): Promise<Answer<T>> | undefined {
  const asker = nameOfAsker()
  if (asker === undefined || headers) return undefined
  return takeAhead(addressOf(path, query), asker) as Promise<Answer<T>> | undefined
}

async function unlessItMayPass<T>(
  answer: Promise<Answer<T>>,
  signal: AbortSignal | undefined,
): Promise<Answer<T> | undefined> {
  try {
    return await Promise.race([answer, abortOf(signal)])
  } catch (error) {
    if (error instanceof ApiError && mayPass(error)) return undefined
    throw error
  }
}

function showFailure(error: ApiError): void {
  const reference = error.status >= 500 && error.requestId ? `Reference: ${error.requestId}` : undefined
  notify.error(errorText(error), reference)
}

async function withSession<T>(
  signal: AbortSignal | undefined,
  call: (token: string | null) => Promise<T>,
): Promise<T> {
  const { token, user } = session.get()
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error
    const outcome = await Promise.race([refreshSession(token), abortOf(signal)])
    // Another user may have signed in meanwhile; a call is never sent in their name.
    if (outcome === 'ended' || !isHere(user?.id)) throw error
    return call(session.get().token)
  }
}

function abortOf(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
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
      // Jitter, so that the tabs of a shop do not retry at the same moment.
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())))
      signal?.throwIfAborted()
    }
  }
  return attempt()
}

function mayPass(error: ApiError): boolean {
  return error.kind === 'network' || error.status >= 500
}

const FRESH_MS = 30_000

interface Prefetch {
  asker: string
  at: number
  answer: Promise<Answer<unknown>>
}

const prefetches = new Map<string, Prefetch>()

function keepAhead(address: string, asker: string, answer: Promise<Answer<unknown>>): void {
  // The call that takes the answer handles its failure; there may be no such call.
  answer.catch(() => {})
  prefetches.set(address, { asker, at: performance.now(), answer })
}

function takeAhead(address: string, asker: string): Promise<Answer<unknown>> | undefined {
  const found = prefetches.get(address)
  prefetches.delete(address)
  const isTheirs = found?.asker === asker && performance.now() - found.at < FRESH_MS
  return isTheirs ? found.answer : undefined
}

export function forgetAhead(): void {
  prefetches.clear()
}
