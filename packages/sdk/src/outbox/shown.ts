import type { OutboxEntry } from './entry.ts'

/** Whether the page itself shows, where it is seen, what is wrong with an entry. */
export type Shows = (entry: OutboxEntry) => boolean

const all = new Set<Shows>()

/** Asks `shows` about everything that is refused, stuck or stopped from now on. Returns what stops asking. */
export function addShows(shows: Shows): () => void {
  all.add(shows)
  return () => all.delete(shows)
}

/** Whether a message would say a second time what the page says already. */
export const isShown = (entry: OutboxEntry): boolean => [...all].some((shows) => shows(entry))
