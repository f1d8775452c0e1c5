import { session } from '../session/session.ts'
import { askBack, askForOutcome, type Outcome } from './ask.ts'
import { GIVE_UP_MS, msOfTrouble, nextRetryAt, STUCK_BACKOFF_MS } from './backoff.ts'
import { isOpen, isWithdrawn, type OutboxEntry, without } from './entry.ts'
import { inOneTab } from './one-tab.ts'
import { announce, reportDiscarded, reportDone, reportTrouble } from './report.ts'
import { entries } from './storage.ts'
import { inLane, isReplaced, releaseReplacements, sendableEntries } from './turns.ts'

const TAKEN_BACK = 'It was withdrawn'
const NEEDS_ADMINISTRATOR = 'The server has it but cannot finish it. Ask an administrator'
const NEEDS_DECISION = 'Could not be recorded for 15 minutes. It waits for your decision'

export async function attemptEntry(
  userId: string,
  key: string,
  { isFirst = false } = {},
): Promise<Outcome | undefined> {
  const first = entries.find(userId, key)
  if (!first || !isOpen(first)) return undefined
  let outcome: Outcome | undefined
  const lane = isWithdrawn(first) ? undefined : first.lane
  await inOneTab(first, () =>
    inLane(lane, async () => {
      const entry = entries.list(userId).find((each) => each.key === key)
      if (!entry || !mayBeSent(entry)) return
      if (!isFirst && entry.state === 'sending') entries.put({ ...entry, state: 'waiting' })
      outcome =
        entry.withdrawal && isWithdrawn(entry)
          ? await askBack(entry, entry.withdrawal.path)
          : await askForOutcome(entry)
      applyOutcome(entries.find(userId, key) ?? entry, outcome)
    }),
  )
  return outcome
}

/** The page continues without the server's answer after this time. */
const ANSWER_TIMEOUT_MS = 4_000

export function attemptEntryInTime(...call: Parameters<typeof attemptEntry>): Promise<Outcome | undefined> {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_TIMEOUT_MS, undefined))
  return Promise.race([attemptEntry(...call), timeout])
}

const mayBeSent = ({ userId, key }: OutboxEntry): boolean =>
  session.get().user?.id === userId && sendableEntries(entries.list(userId)).some((each) => each.key === key)

function applyOutcome(sent: OutboxEntry, outcome: Outcome): void {
  const entry = without(sent, 'lease')
  if (isWithdrawn(entry)) applyWithdrawal(entry, outcome)
  else applySent(entry, outcome)
}

function applySent(entry: OutboxEntry, outcome: Outcome): void {
  const attempts = entry.attempts + 1
  switch (outcome.kind) {
    case 'done':
      if (isReplaced(entry)) keepRecorded(entry)
      else {
        entries.remove(entry.userId, entry.key)
        reportDone(entry, outcome.answer)
        announce(entry)
      }
      break
    case 'refused':
      entries.put({ ...entry, attempts, state: 'refused', problem: outcome.problem, errors: outcome.errors })
      reportTrouble(entry, outcome.problem)
      break
    case 'accepted': {
      const nextAt = nextRetryAt(attempts, outcome.after)
      entries.put({ ...calm(entry), attempts, state: 'accepted', location: outcome.location, nextAt })
      break
    }
    case 'stuck':
      if (entry.state !== 'stuck') reportTrouble(entry, NEEDS_ADMINISTRATOR)
      entries.put({
        ...calm(entry),
        ...(outcome.location && { location: outcome.location }),
        attempts,
        state: 'stuck',
        nextAt: Date.now() + STUCK_BACKOFF_MS,
      })
      break
    case 'unknown':
      applyUnknown({ ...entry, attempts }, outcome)
      break
    case 'forgotten': {
      const nextAt = nextRetryAt(attempts, undefined)
      entries.put({ ...without(entry, 'location'), attempts, state: 'waiting', nextAt })
    }
  }
}

function applyWithdrawal(entry: OutboxEntry, outcome: Outcome): void {
  const { withdrawal } = entry
  const attempts = entry.attempts + 1
  switch (outcome.kind) {
    case 'done':
      keepRecorded(entry)
      break
    case 'refused':
      if (withdrawal?.keep && !isReplaced(entry))
        entries.put({ ...calm(without(entry, 'withdrawal')), state: 'refused', problem: TAKEN_BACK })
      else entries.remove(entry.userId, entry.key)
      if (!withdrawal?.keep) reportDiscarded(entry)
      break
    default: {
      const after = 'after' in outcome ? outcome.after : undefined
      const problem = outcome.kind === 'unknown' ? { problem: outcome.problem } : {}
      entries.put({ ...calm(entry), ...problem, attempts, nextAt: nextRetryAt(attempts, after) })
    }
  }
  releaseReplacements(entry.userId)
}

function keepRecorded(entry: OutboxEntry): void {
  entries.put({ ...calm(without(entry, 'withdrawal')), state: 'recorded' })
  releaseReplacements(entry.userId)
  announce(entry)
}

function applyUnknown(entry: OutboxEntry, { problem, after }: Outcome & { kind: 'unknown' }): void {
  const nextAt = nextRetryAt(entry.attempts, after)
  const isStuck = entry.state === 'stuck'
  if (entry.location || isStuck) {
    // The server has accepted the entry, so an unreadable answer does not change its state.
    entries.put({ ...entry, state: isStuck ? 'stuck' : 'accepted', problem, nextAt })
    return
  }
  const trouble = msOfTrouble(entry)
  const isOver = trouble.troubledMs >= GIVE_UP_MS
  entries.put({ ...entry, ...trouble, state: isOver ? 'stopped' : 'waiting', problem, nextAt })
  if (isOver) reportTrouble(entry, NEEDS_DECISION)
}

const calm = (entry: OutboxEntry): OutboxEntry => without(entry, 'problem', 'triedAt', 'troubledMs')
