import type { LoginResponse } from '@mms/contracts'
import { v4 } from 'uuid'
import { ApiError, isRefused } from '../http/api-error.ts'
import { request } from '../http/request.ts'
import { readClaims, session } from './session.ts'

/** Storage key of a logout that the server has not confirmed. The value is the access token of that session. */
const PREFIX = 'mms.logout.'
const RETRY_MS = 10_000

/** Aborts the running logouts that send the cookie. */
let running = new AbortController()
let timer: ReturnType<typeof setTimeout> | undefined

/** Signs out at once in every tab, and informs the server as soon as it is reachable. */
export function logout(): void {
  const { token, user } = session.get()
  if (token === null) return
  const name = PREFIX + v4()
  keep(name, token)
  const stored = session.storedToken()
  if (stored !== null && stored !== token && readClaims(stored).sub !== user?.id) {
    // Another user has just signed in from another tab. Keep their session and cookie.
    session.adopt()
    void send(name, token, { credentials: 'omit' })
    return
  }
  session.end('here')
  void send(name, token, { signal: running.signal })
}

/** Aborts the running logouts, whose answer would clear the next user's cookie. They are repeated without cookies. */
function stopLogouts(): void {
  running.abort()
  running = new AbortController()
}

/** Sends unconfirmed logouts until the server confirms them. Call it once per page. Returns a function to stop. */
export function finishLogouts(): () => void {
  sendMissed()
  window.addEventListener('online', sendMissed)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('online', sendMissed)
  }
}

/**
 * Sends no cookie while someone is signed in, because it may belong to another user now. Otherwise the cookie ends the
 * session even if the server no longer knows the key of the token.
 */
function sendMissed(): void {
  const isFree = session.storedToken() === null
  const options = isFree ? { signal: running.signal } : { credentials: 'omit' as const }
  for (const [name, token] of Object.entries(localStorage)) {
    if (name.startsWith(PREFIX)) void send(name, token, options)
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
  } catch {}
}

/** Starts the session whose cookie single sign-on has set. */
export async function takeUpSession(): Promise<void> {
  stopLogouts()
  const { data } = await request<LoginResponse>('POST', '/api/auth/refresh')
  session.start(data)
}

/** Signs in. Throws an `ApiError`, which the login page shows. */
export async function login(email: string, password: string): Promise<void> {
  stopLogouts()
  const { data } = await request<LoginResponse>('POST', '/api/auth/login', { body: { email, password } })
  session.start(data)
}
