import { isOpen, isWithdrawn, type OutboxEntry } from './entry.ts'

/** Has no outcome yet, and holds back what was made after it in its lane. What needs a decision holds nothing back. */
const holdsBack = (entry: OutboxEntry): boolean =>
  isOpen(entry) && entry.state !== 'stuck' && !isWithdrawn(entry)

/** Those of a person's entries, oldest first, that may be sent now: of each lane the first that has no outcome. */
export function inTurn(list: readonly OutboxEntry[]): OutboxEntry[] {
  const held = new Set<string>()
  return list.filter((entry) => {
    const { lane } = entry
    const isHeld = lane !== undefined && held.has(lane) && holdsBack(entry)
    if (lane !== undefined && holdsBack(entry)) held.add(lane)
    return isOpen(entry) && !isHeld
  })
}

const ends = new Map<string, Promise<void>>()

/**
 * Runs it after what is under way in its lane: in all tabs where the browser has locks, else in this one, where the
 * entries themselves show what other tabs are at.
 */
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
