import { addDays, type CounterMedicine, calendarDateSchema } from '@mms/contracts'
import { type EventId, ProblemError, parseEventId } from '@mms/service-kit'
import type { SoldUnits } from '../search/sold-units.ts'
import type { IndexedMedicine } from '../search/store.ts'

/** A version of the catalogue: before which store day `sold` was summed, and a place in the feed. */
export interface Version {
  day: string
  eventId: EventId
}

/** Further back than so many days, the whole is sent. */
const MOST_DAYS = 7

export const formatVersion = (day: string, eventId: string): string => `${day}/${eventId}`

/** Undefined for what is no version of ours. */
export function parseVersion(text: string): Version | undefined {
  const [day, eventId = ''] = text.split('/')
  if (!calendarDateSchema.safeParse(day).success) return undefined
  try {
    return { day: day as string, eventId: parseEventId(eventId) }
  } catch (error) {
    if (error instanceof ProblemError) return undefined
    throw error
  }
}

/** Whether what changed between two store days is worth computing. Of a day to come the sums are not known yet. */
export const isNear = (day: string, today: string): boolean =>
  day >= addDays(today, -MOST_DAYS) && day <= today

/** What differs between the sums of two days, as it is now. */
export function soldChanges(before: SoldUnits, now: SoldUnits): Map<string, number> {
  const changes = new Map<string, number>()
  for (const [id, units] of now) if (before.get(id) !== units) changes.set(id, units)
  for (const id of before.keys()) if (!now.has(id)) changes.set(id, 0)
  return changes
}

/** What a counter is sent of a medicine. */
export function forCounter({ minStockLevel: _, version: __, ...medicine }: IndexedMedicine): CounterMedicine {
  return medicine
}
