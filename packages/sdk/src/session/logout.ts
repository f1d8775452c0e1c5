import { v4 } from 'uuid'
import { ApiError } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { session } from './session.ts'
import { readClaims } from './token.ts'

/** A logout that the server has not confirmed: the access token that names the session to end. */
const PREFIX = 'mms.logout.'
const RETRY_MS = 10_000

let first: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Signs out at once, in every tab. The server is told now or, if it cannot be reached, as soon as it can. */
export function logout(): void {
  const { token, user } = session.get()
  if (token === null) return
  const name = PREFIX + v4()
  keep(name, token)
  const stored = session.storedToken()
  const isAnothers = stored !== null && stored !== token && readClaims(stored).sub !== user?.id
  if (isAnothers) {
    // Another tab has signed somebody else in a moment ago. Their session, and the cookie, are not ours to end.
    session.adopt()
    void tell(name, token, { credentials: 'omit' })
    return
  }
  session.end('here')
  first = new AbortController()
  void tell(name, token, { signal: first.signal })
}

/**
 * Gives up the logout under way, so that its answer cannot clear the cookie of whoever signs in now. It is told later,
 * without that cookie.
 */
export function stopLogout(): void {
  first?.abort()
}

/**
 * Tells the server of the logouts that it has missed: now, when the connection is back, and again and again.
 * Called once by whoever owns the page. Returns the function that stops it.
 */
export function finishLogouts(): () => void {
  tellAll()
  window.addEventListener('online', tellAll)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', tellAll)
  }
}

/** The cookie may be another person's by now, so it stays at home: the token names the session. */
function tellAll(): void {
  for (const [name, token] of missed()) void tell(name, token, { credentials: 'omit' })
}

function missed(): [name: string, token: string][] {
  return Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX))
}

async function tell(
  name: string,
  token: string,
  options: { credentials?: RequestCredentials; signal?: AbortSignal },
): Promise<void> {
  try {
    await request('POST', '/api/auth/logout', { headers: { Authorization: `Bearer ${token}` }, ...options })
    localStorage.removeItem(name)
  } catch (error) {
    if (error instanceof ApiError && isFinal(error)) localStorage.removeItem(name)
    else planNext()
  }
}

/** The server has read it and has nothing to end. */
function isFinal({ status, problem }: ApiError): boolean {
  return problem !== undefined && status >= 400 && status < 500 && ![408, 425, 429].includes(status)
}

function planNext(): void {
  clearTimeout(timer)
  timer = setTimeout(tellAll, RETRY_MS)
}

function keep(name: string, token: string): void {
  try {
    localStorage.setItem(name, token)
  } catch {
    // The browser stores nothing: one try is all there is.
  }
}
