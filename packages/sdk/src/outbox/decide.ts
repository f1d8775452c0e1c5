import { session } from '../session/session.ts'
import { attempt, attemptInTime } from './attempt.ts'
import { isReplacement, isWithdrawn, type OutboxEntry, type Withdrawal } from './entry.ts'
import { onceFree } from './one-tab.ts'
import { entries } from './storage.ts'

/** What came of taking an entry back. */
export type Withdrawn =
  /** It is certain that it never will be recorded. The entry is gone, or stays as a refused one, to be made again. */
  | { status: 'withdrawn' }
  /** It had been recorded, and stays so. The entry stays as a recorded one until that was seen. */
  | { status: 'done'; answer: Record<string, unknown> }
  /** The server could not say yet: it is asked until it does, and the entry is not sent as a record meanwhile. */
  | { status: 'waiting' }
  /** The server could not be asked: the entry is as it was. */
  | { status: 'unknown'; problem: string }

/** Tries a stopped entry again, at once and with its key; it gets as long as it had at first. */
export function retry(entry: OutboxEntry): void {
  if (isReplacement(entry) && entries.find(entry.userId, entry.replaces as string)) return
  const { triedAt: _t, troubledMs: _ms, replaces: _r, withdrawal: _w, ...rest } = entry
  entries.put({ ...rest, state: 'waiting', nextAt: Date.now() })
  void attempt(entry.userId, entry.key)
}

/** Those that the server may still record, or has recorded without this browser knowing it. */
const WITHDRAWABLE = new Set<OutboxEntry['state']>(['sending', 'waiting', 'accepted', 'stopped'])

/**
 * Takes an entry back, with or without a connection: from now on it is never sent as a record, and the server is asked
 * until it has answered what became of the key. A try that is under way is waited for, so that its outcome and this
 * decision cannot meet.
 */
export async function takeBack(
  first: OutboxEntry,
  { path, keep }: Pick<Withdrawal, 'path' | 'keep'>,
): Promise<Withdrawn> {
  const { userId, key } = first
  const withdrawal = { path, keep, at: new Date().toISOString() }
  await onceFree(first, () => mark(entries.find(userId, key), withdrawal))
  // The try that was waited for has recorded it, or another tab has taken it back: the server knows which.
  if (entries.find(userId, key) === null) mark(first, withdrawal)
  const entry = entries.find(userId, key)
  if (entry === null) return { status: 'unknown', problem: 'It is not here any more' }
  if (!isWithdrawn(entry)) return concludeWithoutAsking(entry, keep)
  const outcome = await attemptInTime(userId, key)
  if (outcome?.kind === 'done') return { status: 'done', answer: outcome.answer }
  return { status: outcome?.kind === 'refused' ? 'withdrawn' : 'waiting' }
}

function mark(entry: OutboxEntry | null, withdrawal: Withdrawal): void {
  if (!entry || !WITHDRAWABLE.has(entry.state) || session.get().user?.id !== entry.userId) return
  const {
    lease: _l,
    replaces: _r,
    problem: _p,
    triedAt: _t,
    troubledMs: _ms,
    location: _loc,
    ...rest
  } = entry
  entries.put({ ...rest, state: 'stopped', withdrawal, attempts: 0, nextAt: Date.now() })
}

/** Its outcome came meanwhile, or another tab holds it. */
function concludeWithoutAsking({ userId, key, state }: OutboxEntry, keep: boolean): Withdrawn {
  if (state === 'recorded') return { status: 'done', answer: {} }
  if (state !== 'refused') return { status: 'unknown', problem: 'Another tab is busy with it' }
  if (!keep) entries.remove(userId, key)
  return { status: 'withdrawn' }
}
