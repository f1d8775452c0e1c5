import { isOpen, isReplacement, isWithdrawn, type OutboxEntry, without } from './entry.ts'
import { entries } from './storage.ts'

/** Entries that wait for a decision do not block later ones. */
const holdsBack = (entry: OutboxEntry): boolean =>
  isOpen(entry) && entry.state !== 'stuck' && !isWithdrawn(entry)

/** Returns the entries that may be sent now: of each lane only the first unfinished one. */
export function sendableEntries(list: readonly OutboxEntry[]): OutboxEntry[] {
  const held = new Set<string>()
  return list.filter((entry) => {
    const { lane } = entry
    const isHeld = lane !== undefined && held.has(lane) && holdsBack(entry)
    if (lane !== undefined && holdsBack(entry)) held.add(lane)
    return isOpen(entry) && !isHeld
  })
}

const ends = new Map<string, Promise<void>>()

/** Calls `run` after the running attempt of this lane, in all tabs if the browser has locks. */
export async function inLane(lane: string | undefined, run: () => Promise<void>): Promise<void> {
  if (lane === undefined) return run()
  if (navigator.locks) return navigator.locks.request(`mms-outbox-lane-${lane}`, {}, run)
  const mine = (ends.get(lane) ?? Promise.resolve()).then(run)
  const end = mine.catch(() => undefined)
  ends.set(lane, end)
  await mine.finally(() => {
    if (ends.get(lane) === end) ends.delete(lane)
  })
}

const FIRST_WAS_RECORDED =
  'Its first version was already recorded. Record this one only if it is a different transaction'

/** Releases entries whose predecessor has an outcome. Reads storage, so it also works for entries of a closed tab. */
export function releaseReplacements(userId: string): void {
  for (const entry of entries.list(userId)) if (isReplacement(entry)) release(entry)
}

export const isReplaced = ({ userId, key }: OutboxEntry): boolean =>
  entries.list(userId).some((entry) => isReplacement(entry) && entry.replaces === key)

function release(replacement: OutboxEntry): void {
  const entry = without(replacement, 'replaces')
  const first = entries.find(entry.userId, replacement.replaces as string)
  if (first?.state === 'recorded') entries.put({ ...entry, problem: FIRST_WAS_RECORDED })
  else if (first === null || first.state === 'refused') {
    entries.put({ ...entry, state: 'waiting', nextAt: Date.now() })
    if (first) entries.remove(first.userId, first.key)
  }
}
