import { session } from '../session/session.ts'
import { attemptEntry } from './attempt.ts'
import { LONGEST_BACKOFF_MS, untilNextRetry } from './backoff.ts'
import { isWithdrawn, type OutboxEntry } from './entry.ts'
import { announce } from './report.ts'
import { entries, type OutboxChange } from './storage.ts'
import { releaseReplacements, sendableEntries } from './turns.ts'

const SHORTEST_BACKOFF_MS = 500

let users = 0
let stop = () => {}

/** Sends the user's waiting entries until each has an outcome. Callers share one loop. Returns a function to stop. */
export function keepSending(): () => void {
  if (users === 0) stop = start()
  users += 1
  return () => {
    users -= 1
    if (users === 0) stop()
  }
}

function start(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = () => {
    clearTimeout(timer)
    const backoffs = nextOnes().map(untilNextRetry)
    if (backoffs.length === 0) return
    timer = setTimeout(tryDue, Math.max(SHORTEST_BACKOFF_MS, Math.min(...backoffs)))
  }
  const tryDue = () => {
    send((entry) => untilNextRetry(entry) === 0)
    plan()
  }
  const tryAll = () => {
    const { user } = session.get()
    if (document.visibilityState === 'hidden' || !user) return
    releaseReplacements(user.id)
    send(() => true)
    plan()
  }
  const unfollow = entries.onChange((change) => {
    announceHere(change)
    goOn(change)
    plan()
  })
  const unsubscribe = session.subscribe((state, before) => {
    if (state.token !== before.token && state.token !== null) tryAll()
  })
  window.addEventListener('online', tryAll)
  document.addEventListener('visibilitychange', tryAll)
  tryAll()
  return () => {
    clearTimeout(timer)
    unfollow()
    unsubscribe()
    window.removeEventListener('online', tryAll)
    document.removeEventListener('visibilitychange', tryAll)
  }
}

function nextOnes(): OutboxEntry[] {
  const { user, token } = session.get()
  return user && token ? sendableEntries(entries.list(user.id)) : []
}

function send(isMeant: (entry: OutboxEntry) => boolean): void {
  for (const entry of nextOnes()) if (isMeant(entry)) void attemptEntry(entry.userId, entry.key)
}

export function sendWaiting(but?: string): void {
  send((entry) => entry.key !== but && untilNextRetry(entry) <= LONGEST_BACKOFF_MS)
}

/** Goes on with what waited for the outcome of an entry. */
function goOn({ entry, before, elsewhere }: OutboxChange): void {
  if (entry && entry.state !== 'refused' && entry.state !== 'recorded') return
  if (before) releaseReplacements(before.userId)
  if (!elsewhere) sendWaiting()
}

function announceHere({ entry, before, elsewhere }: OutboxChange): void {
  if (!elsewhere || entry || !before || before.state === 'refused' || isWithdrawn(before)) return
  announce(before)
}
