import { session } from '../session/session.ts'
import { attempt } from './attempt.ts'
import { LONGEST_BACKOFF_MS, untilNextRetry } from './backoff.ts'
import { isWithdrawn, type OutboxEntry } from './entry.ts'
import { releaseReplacements } from './replace.ts'
import { announce } from './report.ts'
import { entries, type OutboxChange } from './storage.ts'
import { inTurn } from './turns.ts'

/** A look that found another tab at work is not repeated sooner. */
const SHORTEST_BACKOFF_MS = 500

let users = 0
let stop: (() => void) | undefined

/**
 * Sends and retries what waits in this browser for the signed-in user until all of it has its outcome: now, after its
 * backoff, and when the connection is back. Shared by its callers; returns the function that ends this call's part.
 */
export function keepSending(): () => void {
  users += 1
  stop ??= start()
  let held = true
  return () => {
    if (!held) return
    held = false
    users -= 1
    if (users > 0) return
    stop?.()
    stop = undefined
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
    // A tab may have been closed between an outcome and what it lets go of.
    releaseReplacements(user.id)
    send(() => true)
    plan()
  }
  const unfollow = entries.onChange((change) => {
    announceHere(change)
    if (isOutcome(change)) goOn(change)
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

/** Those of the signed-in person that may be sent now, in the order in which they were made. */
function nextOnes(): OutboxEntry[] {
  const { user, token } = session.get()
  return user && token ? inTurn(entries.list(user.id)) : []
}

function send(isMeant: (entry: OutboxEntry) => boolean): void {
  for (const entry of nextOnes()) if (isMeant(entry)) void attempt(entry.userId, entry.key)
}

/**
 * Sends what waits, in the order in which it was made, whatever its backoff, but for what the server has asked to wait:
 * when something was recorded the connection is back. The caller sends `but` itself.
 */
export function sendWaiting(but?: string): void {
  send((entry) => entry.key !== but && untilNextRetry(entry) <= LONGEST_BACKOFF_MS)
}

const isOutcome = ({ entry }: OutboxChange): boolean =>
  entry === null || entry.state === 'refused' || entry.state === 'recorded'

/** An outcome lets go of what waited for it; the tab that has it goes on at once. */
function goOn({ before, elsewhere }: OutboxChange): void {
  if (before) releaseReplacements(before.userId)
  if (!elsewhere) sendWaiting()
}

/** What another tab has recorded changes what this one shows, too. */
function announceHere({ entry, before, elsewhere }: OutboxChange): void {
  if (!elsewhere || entry || !before || before.state === 'refused' || isWithdrawn(before)) return
  announce(before)
}
