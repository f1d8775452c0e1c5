import { addDays, type CounterMedicine, calendarDateSchema } from '@mms/contracts'
import { type EventId, ProblemError, parseEventId } from '@mms/service-kit'
import type { SoldUnits } from '../search/sold-units.ts'
import type { IndexedMedicine } from '../search/store.ts'

export interface Version {
  day: string
  eventId: EventId
}

/** Older versions receive the whole catalogue. */
const MOST_DAYS = 7

export const formatVersion = (day: string, eventId: string): string => `${day}/${eventId}`

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

/** True if the changes between two store days are worth computing. Sums of a future day are unknown. */
export const isNear = (day: string, today: string): boolean =>
  day >= addDays(today, -MOST_DAYS) && day <= today

export function soldChanges(before: SoldUnits, now: SoldUnits): Map<string, number> {
  const changes = new Map<string, number>()
  for (const [id, units] of now) if (before.get(id) !== units) changes.set(id, units)
  for (const id of before.keys()) if (!now.has(id)) changes.set(id, 0)
  return changes
}

export function forCounter({ minStockLevel: _, version: __, ...medicine }: IndexedMedicine): CounterMedicine {
  return medicine
}
