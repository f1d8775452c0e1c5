import { session } from '../session/session.ts'
import { announce } from './announce.ts'
import { attempt } from './attempt.ts'
import { untilNextRetry } from './backoff.ts'
import { isOpen, type OutboxEntry } from './entry.ts'
import { entries, type OutboxChange } from './storage.ts'

/** A look that found another tab at work is not repeated sooner. */
const SHORTEST_BACKOFF_MS = 500

let users = 0
let stop: (() => void) | undefined

/**
 * Sends and retries what waits in this browser for the signed-in person, until all of it has its outcome: now, whenever its time
 * has come, and when the connection is back. Whoever asks for it first starts it; returns the function that lets go.
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
    const backoffs = open().map(untilNextRetry)
    if (backoffs.length === 0) return
    timer = setTimeout(trySome, Math.max(SHORTEST_BACKOFF_MS, Math.min(...backoffs)), false)
  }
  const trySome = (all: boolean) => {
    for (const entry of open()) {
      if (all || untilNextRetry(entry) === 0) void attempt(entry.userId, entry.key)
    }
    plan()
  }
  const tryAll = () => {
    if (document.visibilityState !== 'hidden') trySome(true)
  }
  const unfollow = entries.onChange((change) => {
    tellHere(change)
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

function open(): OutboxEntry[] {
  const { user, token } = session.get()
  return user && token ? entries.list(user.id).filter(isOpen) : []
}

/** What another tab has recorded changes what this one shows, too. */
function tellHere({ entry, before, elsewhere }: OutboxChange): void {
  if (!elsewhere || entry || !before || before.state === 'refused') return
  announce(before)
}
