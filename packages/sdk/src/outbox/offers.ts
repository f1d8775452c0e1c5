import type { NoticeAction } from '../notify.ts'
import { session } from '../session/session.ts'
import type { OutboxEntry } from './entry.ts'

/** What the message about something recorded offers besides its text, from what was sent and what was answered. */
export type MakeOffer = (entry: OutboxEntry, answer: Record<string, unknown>) => NoticeAction | undefined

const makers = new Set<MakeOffer>()

/** Asks `make` about everything that gets recorded from now on. Returns the function that stops asking. */
export function addOffer(make: MakeOffer): () => void {
  makers.add(make)
  return () => makers.delete(make)
}

/** The offer for what was recorded. Nobody else's page hears of what a colleague's late answer has recorded. */
export function offerFor(entry: OutboxEntry, answer: Record<string, unknown>): NoticeAction | undefined {
  if (session.get().user?.id !== entry.userId) return undefined
  for (const make of makers) {
    const offer = make(entry, answer)
    if (offer) return offer
  }
  return undefined
}
