import { events } from '../events.ts'
import { notify } from '../notify.ts'
import { session } from '../session/session.ts'
import { ask, type Outcome } from './ask.ts'
import type { OutboxEntry } from './entry.ts'
import { inOneTab } from './one-tab.ts'
import { entries } from './storage.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 15_000

/** Tries an entry once, unless another tab is at it. Answers what came of it, if this tab tried. */
export async function attempt(
  userId: string,
  key: string,
  { isFirst = false } = {},
): Promise<Outcome | undefined> {
  const first = entries.find(userId, key)
  if (!first || first.state === 'refused') return undefined
  let outcome: Outcome | undefined
  await inOneTab(first, async () => {
    // Another tab may have been at it a moment ago.
    const entry = entries.find(userId, key)
    if (!entry || entry.state === 'refused' || session.get().user?.id !== userId) return
    // The tab that tried it first is gone, and with it the form that would have shown the answer.
    if (!isFirst && entry.state === 'sending') entries.put({ ...entry, state: 'waiting' })
    outcome = await ask(entry)
    settle(entries.find(userId, key) ?? entry, outcome)
  })
  return outcome
}

/** Writes down what came of a try, and tells it. */
function settle({ lease: _, ...entry }: OutboxEntry, outcome: Outcome): void {
  const attempts = entry.attempts + 1
  switch (outcome.kind) {
    case 'done':
      entries.remove(entry.userId, entry.key)
      notify.success(fill(entry.successText, outcome.answer), entry.title)
      if (entry.medicinesChanged) events.emit('medicines-changed', entry.medicinesChanged)
      return
    case 'refused': {
      const { problem, errors } = outcome
      entries.put({ ...entry, attempts, state: 'refused', problem, errors })
      notify.error(problem, entry.title)
      return
    }
    case 'accepted': {
      const { problem: _problem, ...rest } = entry
      const nextAt = nextTry(attempts, outcome.after)
      entries.put({ ...rest, attempts, state: 'accepted', location: outcome.location, nextAt })
      return
    }
    case 'unknown': {
      const state = entry.location ? 'accepted' : 'waiting'
      entries.put({
        ...entry,
        attempts,
        state,
        problem: outcome.problem,
        nextAt: nextTry(attempts, outcome.after),
      })
      return
    }
    case 'forgotten': {
      const { location: _location, ...rest } = entry
      entries.put({ ...rest, attempts, state: 'waiting', nextAt: nextTry(attempts, undefined) })
    }
  }
}

/** Twice as long each time, jittered, so that the tabs of a whole shop do not come back in step. */
function nextTry(attempts: number, after: number | undefined): number {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 10))
  return Date.now() + Math.max((after ?? 0) * 1_000, pause * (0.5 + Math.random() / 2))
}

function fill(text: string, answer: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (_, field: string) => String(answer[field] ?? ''))
}
