import { type EventName, events, type SuiteEvents } from '../events.ts'
import type { OutboxEntry } from './entry.ts'

/** Tells the areas of this tab what an entry that was recorded has changed. */
export function announce(entry: OutboxEntry): void {
  const said = entry.announces ?? announcementOfBefore(entry)
  if (said) events.emit(said.event, said.detail as SuiteEvents[typeof said.event])
}

interface AnyAnnouncement {
  event: EventName
  detail: unknown
}

/**
 * Areas built for sdk 1.1, and what they have kept in this browser, name the event by a field: `somethingChanged`
 * carries the detail of `something-changed`. Can go when no such area is deployed and none of its entries are left.
 */
function announcementOfBefore(entry: OutboxEntry): AnyAnnouncement | undefined {
  const found = Object.entries(entry).find(([name, detail]) => name.endsWith('Changed') && detail)
  if (!found) return undefined
  const [name, detail] = found
  return { event: `${name.slice(0, -'Changed'.length)}-changed` as EventName, detail }
}
