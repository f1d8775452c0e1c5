import { type NoticeAction, notify } from '../notify.ts'
import { session } from '../session/session.ts'
import { announce } from './announce.ts'
import { ask, type Outcome } from './ask.ts'
import { GIVE_UP_MS, nextRetryAt, STUCK_BACKOFF_MS, troubleOf } from './backoff.ts'
import { isOpen, type OutboxEntry } from './entry.ts'
import { offerFor } from './offers.ts'
import { inOneTab } from './one-tab.ts'
import { isShown } from './shown.ts'
import { entries } from './storage.ts'

/** Tries an entry once, unless another tab is at it. Returns what came of it, if this tab tried. */
export async function attempt(
  userId: string,
  key: string,
  { isFirst = false } = {},
): Promise<Outcome | undefined> {
  const first = entries.find(userId, key)
  if (!first || !isOpen(first)) return undefined
  let outcome: Outcome | undefined
  await inOneTab(first, async () => {
    // Another tab may have been at it a moment ago.
    const entry = entries.find(userId, key)
    if (!entry || !isOpen(entry) || session.get().user?.id !== userId) return
    // The tab that tried it first is gone, and with it the form that would have shown the answer.
    if (!isFirst && entry.state === 'sending') entries.put({ ...entry, state: 'waiting' })
    outcome = await ask(entry)
    settle(entries.find(userId, key) ?? entry, outcome)
  })
  return outcome
}

/** Writes down what came of a try, and tells it. Nobody but its owner is told. */
export function settle({ lease: _lease, ...entry }: OutboxEntry, outcome: Outcome): void {
  const attempts = entry.attempts + 1
  switch (outcome.kind) {
    case 'done':
      entries.remove(entry.userId, entry.key)
      tell(entry, 'success', fill(entry.successText, outcome.answer), offerFor(entry, outcome.answer))
      announce(entry)
      break
    case 'refused': {
      const { problem, errors } = outcome
      entries.put({ ...entry, attempts, state: 'refused', problem, errors })
      tell(entry, 'error', problem)
      break
    }
    case 'accepted': {
      const nextAt = nextRetryAt(attempts, outcome.after)
      entries.put({ ...calm(entry), attempts, state: 'accepted', location: outcome.location, nextAt })
      break
    }
    case 'stuck':
      if (entry.state !== 'stuck') tell(entry, 'error', NEEDS_ADMINISTRATOR)
      entries.put({
        ...calm(entry),
        ...(outcome.location && { location: outcome.location }),
        attempts,
        state: 'stuck',
        nextAt: Date.now() + STUCK_BACKOFF_MS,
      })
      break
    case 'unknown':
      settleUnknown({ ...entry, attempts }, outcome)
      break
    case 'forgotten': {
      const { location: _location, ...rest } = entry
      entries.put({ ...rest, attempts, state: 'waiting', nextAt: nextRetryAt(attempts, undefined) })
    }
  }
}

const NEEDS_ADMINISTRATOR = 'The server has it but cannot finish it: an administrator has to look at it'
const NEEDS_DECISION = 'Could not be recorded for 15 minutes. It waits for your decision'

function settleUnknown(entry: OutboxEntry, { problem, after }: Outcome & { kind: 'unknown' }): void {
  const nextAt = nextRetryAt(entry.attempts, after)
  const isStuck = entry.state === 'stuck'
  if (entry.location || isStuck) {
    // The server has it: what cannot be read now does not change that.
    entries.put({ ...entry, state: isStuck ? 'stuck' : 'accepted', problem, nextAt })
    return
  }
  const trouble = troubleOf(entry)
  const isOver = trouble.troubledMs >= GIVE_UP_MS
  entries.put({ ...entry, ...trouble, state: isOver ? 'stopped' : 'waiting', problem, nextAt })
  if (isOver) tell(entry, 'error', NEEDS_DECISION)
}

/** Without the errors of earlier tries. */
function calm(entry: OutboxEntry): OutboxEntry {
  const { problem: _problem, triedAt: _triedAt, troubledMs: _troubledMs, ...rest } = entry
  return rest
}

/** Another person may have signed in while the answer was on its way; and trouble is told once. */
function tell(entry: OutboxEntry, kind: 'success' | 'error', text: string, action?: NoticeAction): void {
  if (session.get().user?.id !== entry.userId) return
  // Large: what it is about when it went well, and what is the matter when it did not.
  if (kind === 'success') notify.success(entry.title, text, action)
  else if (!isShown(entry)) notify.error(text, entry.title, action)
}

function fill(text: string, answer: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (_, field: string) => String(answer[field] ?? ''))
}
