import { session } from '../session/session.ts'
import { askBack, type Outcome } from './ask.ts'
import { attempt, settle } from './attempt.ts'
import type { OutboxEntry } from './entry.ts'
import { inOneTab } from './one-tab.ts'
import { entries } from './storage.ts'

/** What came of taking an entry back. */
export type Withdrawn =
  /** It is certain that it never will be recorded. The entry is gone, or stays as a refused one, to be made again. */
  | { status: 'withdrawn' }
  /** It had been recorded, and stays so. The entry is gone. */
  | { status: 'done'; answer: Record<string, unknown> }
  /** The server has it and does not know yet: it goes on by itself. */
  | { status: 'waiting' }
  /** The server could not be asked, so nobody knows. Nothing has changed. */
  | { status: 'unknown'; problem: string }

/** Tries a stopped entry again, at once and with its key; it gets as long as it had at first. */
export function retry(entry: OutboxEntry): void {
  const { triedAt: _triedAt, troubledMs: _troubledMs, ...rest } = entry
  entries.put({ ...rest, state: 'waiting', nextAt: Date.now() })
  void attempt(entry.userId, entry.key)
}

/**
 * Takes a stopped entry back. It may have been recorded although every answer was an error, and a try of it may still
 * be on its way: only the server can say, and `path` is where it is asked to see to it.
 */
export async function withdraw(
  { userId, key }: OutboxEntry,
  path: string,
  { keep = false }: { keep?: boolean } = {},
): Promise<Withdrawn> {
  let result: Withdrawn = { status: 'unknown', problem: 'Another tab is busy with it' }
  await inOneTab({ userId, key }, async () => {
    const entry = entries.find(userId, key)
    if (entry?.state !== 'stopped' || session.get().user?.id !== userId) return
    result = conclude(entry, await askBack(entry, path), keep)
  })
  return result
}

function conclude(entry: OutboxEntry, outcome: Outcome, keep: boolean): Withdrawn {
  switch (outcome.kind) {
    case 'refused': {
      const { lease: _lease, ...free } = entry
      if (keep) entries.put({ ...free, state: 'refused', problem: 'It was taken back' })
      else entries.remove(entry.userId, entry.key)
      return { status: 'withdrawn' }
    }
    case 'unknown':
      releaseLease(entry)
      return { status: 'unknown', problem: outcome.problem }
    default:
      settle(entry, outcome)
      return outcome.kind === 'done' ? { status: 'done', answer: outcome.answer } : { status: 'waiting' }
  }
}

/** Where browsers have no locks, the tab has put its name on the entry. */
function releaseLease({ userId, key }: OutboxEntry): void {
  const entry = entries.find(userId, key)
  if (!entry?.lease) return
  const { lease: _lease, ...free } = entry
  entries.put(free)
}
