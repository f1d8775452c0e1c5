import { ApiError, errorText } from '../http/api-error.ts'
import { type Answer, addressOf, type Method, type RequestOptions, request } from '../http/request.ts'
import { notify } from '../notices/notify.ts'
import { refreshSession } from '../session/refresh.ts'
import { session } from '../session/session.ts'

export interface HttpOptions extends RequestOptions {
  /** Suppresses the error toast. */
  quiet?: boolean
}

/** Delays in ms before a GET is retried after a network failure or a 5xx. Other methods are never retried. */
let retryDelays: readonly number[] = [300, 900]

/** Tests call `configureHttp({ retryDelays: [] })` to disable retries. */
export function configureHttp(settings: { retryDelays: readonly number[] }): void {
  retryDelays = settings.retryDelays
}

/** Calls the API with the session's token; renews it once after a 401. Failures throw `ApiError` and show a toast. */
export const http = {
  get: <T>(path: string, options?: HttpOptions) => send<T>('GET', path, options),
  post: <T>(path: string, options?: HttpOptions) => send<T>('POST', path, options),
  put: <T>(path: string, options?: HttpOptions) => send<T>('PUT', path, options),
  delete: <T>(path: string, options?: HttpOptions) => send<T>('DELETE', path, options),
}

/** Prefetches these addresses. The next `http.get` of such an address uses the prefetched answer, once. */
export function askAhead(addresses: readonly string[]): void {
  const asker = nameOfAsker()
  if (asker === undefined) return
  for (const address of addresses) {
    const answer = withSession(undefined, (token) => request('GET', address, authorised({}, token)))
    // Prevents an "unhandled rejection" if no `http.get` takes this answer.
    answer.catch(() => {})
    prefetches.set(address, { asker, at: performance.now(), answer })
  }
}

async function send<T>(method: Method, path: string, options: HttpOptions = {}): Promise<Answer<T>> {
  const asker = session.get().user?.id
  const delays = method === 'GET' ? retryDelays : []
  if (method !== 'GET') forgetAhead()
  try {
    const ahead = method === 'GET' ? findAhead(path, options) : undefined
    const answer = ahead && (await unlessItMayPass<T>(ahead, options.signal))
    if (answer) return answer
    return await withSession(options.signal, (token) =>
      withRetries(delays, options.signal, () => request<T>(method, path, authorised(options, token))),
    )
  } catch (error) {
    if (error instanceof ApiError && !options.quiet && isHere(asker)) showFailure(error)
    throw error
  } finally {
    // Also drops prefetches that started during this write, because they may predate it.
    if (method !== 'GET') forgetAhead()
  }
}

const isHere = (asker: string | undefined) => session.get().user?.id === asker

function nameOfAsker(): string | undefined {
  const { user } = session.get()
  return user ? `${user.role} ${user.id}` : undefined
}

/** Takes a prefetched answer, unless it is old or another user's. */
function findAhead(path: string, { query, headers }: HttpOptions) {
  const address = addressOf(path, query)
  const found = headers ? undefined : prefetches.get(address)
  if (!found || found.asker !== nameOfAsker() || performance.now() - found.at >= FRESH_MS) return undefined
  prefetches.delete(address)
  return found.answer
}

async function unlessItMayPass<T>(answer: Promise<Answer<unknown>>, signal: Signal) {
  try {
    return (await Promise.race([answer, abortOf(signal)])) as Answer<T>
  } catch (error) {
    if (mayPass(error)) return undefined
    throw error
  }
}

function showFailure(error: ApiError): void {
  const reference = error.status >= 500 && error.requestId ? `Reference: ${error.requestId}` : undefined
  notify.error(errorText(error), reference)
}

type Signal = AbortSignal | undefined

async function withSession<T>(signal: Signal, call: (token: string | null) => Promise<T>): Promise<T> {
  const { token, user } = session.get()
  try {
    return await call(token)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || token === null) throw error
    const outcome = await Promise.race([refreshSession(token), abortOf(signal)])
    // Do not repeat the call if another user signed in meanwhile: it would be sent in their name.
    if (outcome === 'ended' || !isHere(user?.id)) throw error
    return call(session.get().token)
  }
}

function abortOf(signal: Signal): Promise<never> {
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
  signal: Signal,
  attempt: () => Promise<T>,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt()
    } catch (error) {
      if (!mayPass(error)) throw error
      // The random factor keeps the tabs of a store from retrying at the same moment.
      await new Promise((resolve) => setTimeout(resolve, delay * (0.5 + Math.random())))
      signal?.throwIfAborted()
    }
  }
  return attempt()
}

const mayPass = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === 'network' || error.status >= 500)

const FRESH_MS = 30_000

interface Prefetch {
  asker: string
  at: number
  answer: Promise<Answer<unknown>>
}

const prefetches = new Map<string, Prefetch>()

export const forgetAhead = (): void => prefetches.clear()
