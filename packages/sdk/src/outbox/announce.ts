import { events, type SuiteEvents } from '../events.ts'
import type { OutboxEntry } from './entry.ts'

/** Publishes to the areas of this tab what an entry that was recorded has changed. */
export function announce({ announces }: OutboxEntry): void {
  if (announces) events.emit(announces.event, announces.detail as SuiteEvents[typeof announces.event])
}
