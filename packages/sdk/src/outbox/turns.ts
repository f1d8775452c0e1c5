import { isOpen, isWithdrawn, type OutboxEntry } from './entry.ts'

/** Entries that need a decision hold nothing back. */
const holdsBack = (entry: OutboxEntry): boolean =>
  isOpen(entry) && entry.state !== 'stuck' && !isWithdrawn(entry)

/** Returns the entries that may be sent now: the first unfinished one of each lane. */
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
 * Calls `run` after the running try of its lane, in all tabs where the browser has locks. Without locks the entries
 * show the work of other tabs.
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
