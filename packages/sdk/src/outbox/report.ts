import { events, type SuiteEvents } from '../events.ts'
import { type NoticeAction, notify } from '../notify.ts'
import { session } from '../session/session.ts'
import type { OutboxEntry } from './entry.ts'

/** What the message about something recorded offers besides its text, from what was sent and the server's answer. */
export type MakeOffer = (entry: OutboxEntry, answer: Record<string, unknown>) => NoticeAction | undefined

/** Whether the page itself shows, where it is seen, what is wrong with an entry. */
export type Shows = (entry: OutboxEntry) => boolean

const offers = new Set<MakeOffer>()
const shown = new Set<Shows>()

function register<Listener>(all: Set<Listener>, listener: Listener): () => void {
  all.add(listener)
  return () => all.delete(listener)
}

/** Calls `make` for everything that gets recorded from now on. Returns the function that ends it. */
export const addOffer = (make: MakeOffer) => register(offers, make)

/** Calls `shows` for everything that is refused, stuck or stopped from now on. Returns the function that ends it. */
export const addShows = (shows: Shows) => register(shown, shows)

/** Publishes to the areas of this tab what an entry that was recorded has changed. */
export function announce({ announces }: OutboxEntry): void {
  if (announces) events.emit(announces.event, announces.detail as SuiteEvents[typeof announces.event])
}

/** Another user may have signed in while the answer was on its way: what an entry led to is for its owner only. */
const isOwnerHere = ({ userId }: OutboxEntry) => session.get().user?.id === userId

/** A toast that it was recorded, with what a page offers for it. */
export function reportDone(entry: OutboxEntry, answer: Record<string, unknown>): void {
  if (!isOwnerHere(entry)) return
  const text = entry.successText.replace(/\{(\w+)\}/g, (_, field: string) => String(answer[field] ?? ''))
  // One page's offer is enough; the others are not asked.
  let action: NoticeAction | undefined
  for (const make of offers) action ??= make(entry, answer)
  notify.success(entry.title, text, action)
}

/** A toast that it never will be recorded, as its owner wanted. */
export function reportDiscarded(entry: OutboxEntry): void {
  if (isOwnerHere(entry)) notify.success(entry.title, 'Discarded: it is not recorded')
}

/** A toast that it was not recorded, unless the page says so already. */
export function reportTrouble(entry: OutboxEntry, text: string): void {
  if (isOwnerHere(entry) && ![...shown].some((shows) => shows(entry))) notify.error(text, entry.title)
}
