import { v4 } from 'uuid'
import { ApiError, isRefused } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { session } from './session.ts'
import { readClaims } from './token.ts'

/** A logout that the server has not confirmed: the access token that names the session to end. */
const PREFIX = 'mms.logout.'
const RETRY_MS = 10_000

let first: AbortController | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Signs out at once, in every tab. The server gets it now or, if it cannot be reached, as soon as it can. */
export function logout(): void {
  const { token, user } = session.get()
  if (token === null) return
  const name = PREFIX + v4()
  keep(name, token)
  const stored = session.storedToken()
  if (stored !== null && stored !== token && readClaims(stored).sub !== user?.id) {
    // Another tab has signed another user in a moment ago. Their session, and the cookie, are not ours to end.
    session.adopt()
    void send(name, token, { credentials: 'omit' })
    return
  }
  session.end('here')
  first = new AbortController()
  void send(name, token, { signal: first.signal })
}

/** Gives up the logout under way, whose answer would clear the cookie of the next user. It is sent later, without one. */
export function stopLogout(): void {
  first?.abort()
}

/**
 * Sends the logouts that the server has missed: now, when the connection is back, and until it has confirmed them.
 * Called once by the owner of the page. Returns the function that stops it.
 */
export function finishLogouts(): () => void {
  sendMissed()
  window.addEventListener('online', sendMissed)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', sendMissed)
  }
}

/** The cookie may be another user's by now, so it stays at home: the token names the session. */
function sendMissed(): void {
  for (const [name, token] of Object.entries(localStorage)) {
    if (name.startsWith(PREFIX)) void send(name, token, { credentials: 'omit' })
  }
}

async function send(
  name: string,
  token: string,
  options: { credentials?: RequestCredentials; signal?: AbortSignal },
): Promise<void> {
  try {
    await request('POST', '/api/auth/logout', { headers: { Authorization: `Bearer ${token}` }, ...options })
    localStorage.removeItem(name)
  } catch (error) {
    if (error instanceof ApiError && isRefused(error)) localStorage.removeItem(name)
    else {
      clearTimeout(timer)
      timer = setTimeout(sendMissed, RETRY_MS)
    }
  }
}

function keep(name: string, token: string): void {
  try {
    localStorage.setItem(name, token)
  } catch {
    // The browser stores nothing: one try is all there is.
  }
}
