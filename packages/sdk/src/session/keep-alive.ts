import { refreshSession } from './refresh.ts'
import { readClaims, session } from './session.ts'

const EARLY_MS = 60_000
const RETRY_MS = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Renews the token before it expires and follows other tabs. Call it once per page. Returns a function to stop. */
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

/** `key` is null if the whole storage was cleared. */
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

/** Milliseconds until `token` must be renewed. A new token gets its full lifetime, even if this clock is wrong. */
function untilRenewal(token: string, age: 'just issued' | 'by this clock'): number | null {
  const { iat, exp } = readClaims(token)
  if (typeof iat !== 'number' || typeof exp !== 'number') return null
  const life = (exp - iat) * 1000
  const left = age === 'just issued' ? life : Math.min(life, exp * 1000 - Date.now())
  return Math.max(0, left - Math.min(EARLY_MS, life / 2))
}
