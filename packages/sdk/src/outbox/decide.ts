import { session } from '../session/session.ts'
import { attemptEntry, attemptEntryInTime } from './attempt.ts'
import { isReplacement, isWithdrawn, type OutboxEntry, type Withdrawal, without } from './entry.ts'
import { onceFree } from './one-tab.ts'
import { entries } from './storage.ts'

export type Withdrawn =
  /** The entry will never be recorded. It is deleted, or kept as refused for editing. */
  | { status: 'withdrawn' }
  /** The entry was recorded already. It stays until the user has seen that. */
  | { status: 'done'; answer: Record<string, unknown> }
  /** The server could not tell yet. It is asked again; the entry is not sent meanwhile. */
  | { status: 'waiting' }
  /** The server was unreachable. The entry is unchanged. */
  | { status: 'unknown'; problem: string }

export function retry(entry: OutboxEntry): void {
  if (isReplacement(entry) && entries.find(entry.userId, entry.replaces as string)) return
  const fresh = without(entry, 'triedAt', 'troubledMs', 'replaces', 'withdrawal')
  entries.put({ ...fresh, state: 'waiting', nextAt: Date.now() })
  void attemptEntry(entry.userId, entry.key)
}

const WITHDRAWABLE = new Set<OutboxEntry['state']>(['sending', 'waiting', 'accepted', 'stopped'])

/**
 * Withdraws an entry, online or offline: it is never sent again, and the server is asked until it answers. Waits for a
 * running attempt first, so that its outcome cannot overwrite the withdrawal.
 */
export async function takeBack(
  first: OutboxEntry,
  { path, keep }: Pick<Withdrawal, 'path' | 'keep'>,
): Promise<Withdrawn> {
  const { userId, key } = first
  const withdrawal = { path, keep, at: new Date().toISOString() }
  await onceFree(first, () => mark(entries.find(userId, key), withdrawal))
  if (entries.find(userId, key) === null) mark(first, withdrawal)
  const entry = entries.find(userId, key)
  if (entry === null) return { status: 'unknown', problem: 'It is no longer here' }
  if (!isWithdrawn(entry)) return concludeWithoutAsking(entry, keep)
  const outcome = await attemptEntryInTime(userId, key)
  if (outcome?.kind === 'done') return { status: 'done', answer: outcome.answer }
  return { status: outcome?.kind === 'refused' ? 'withdrawn' : 'waiting' }
}

function mark(entry: OutboxEntry | null, withdrawal: Withdrawal): void {
  if (!entry || !WITHDRAWABLE.has(entry.state) || session.get().user?.id !== entry.userId) return
  const fresh = without(entry, 'lease', 'replaces', 'problem', 'triedAt', 'troubledMs', 'location')
  entries.put({ ...fresh, state: 'stopped', withdrawal, attempts: 0, nextAt: Date.now() })
}

function concludeWithoutAsking({ userId, key, state }: OutboxEntry, keep: boolean): Withdrawn {
  if (state === 'recorded') return { status: 'done', answer: {} }
  if (state !== 'refused') return { status: 'unknown', problem: 'Another tab is busy with it' }
  if (!keep) entries.remove(userId, key)
  return { status: 'withdrawn' }
}
