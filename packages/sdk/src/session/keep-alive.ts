import { refreshSession } from './refresh.ts'
import { session } from './session.ts'
import { tokenTimes } from './token.ts'

/** How long before its end a token is renewed, so that no call meets an expired one. */
const EARLY_MS = 60_000
const RETRY_MS = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Keeps the session: renews the token before it ends and follows what other tabs do.
 * Called once by the owner of the page. Returns the function that stops it.
 */
export function keepSessionAlive(): () => void {
  const { token } = session.get()
  if (token) renewIn(untilRenewal(token, 'by this clock'))
  const unsubscribe = session.subscribe((state, before) => {
    if (state.token !== before.token)
      renewIn(state.token === null ? null : untilRenewal(state.token, 'just issued'))
  })
  window.addEventListener('storage', followOtherTabs)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    window.removeEventListener('storage', followOtherTabs)
  }
}

/** `key` is null when the whole storage was cleared. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key === 'token' || event.key === null) session.adopt()
}

function renewIn(delay: number | null): void {
  clearTimeout(timer)
  if (delay !== null) timer = setTimeout(renew, delay)
}

function renew(): void {
  const { token } = session.get()
  if (token) refreshSession(token).catch(() => renewIn(RETRY_MS))
}

/**
 * Milliseconds until `token` is to be renewed. A token that has just come has its whole life before it, whatever a
 * wrong clock says; for one found in storage the clock decides.
 */
function untilRenewal(token: string, age: 'just issued' | 'by this clock'): number | null {
  const times = tokenTimes(token)
  if (!times) return null
  const life = (times.expiresAt - times.issuedAt) * 1000
  const left = age === 'just issued' ? life : Math.min(life, times.expiresAt * 1000 - Date.now())
  return Math.max(0, left - Math.min(EARLY_MS, life / 2))
}
