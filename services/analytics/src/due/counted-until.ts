import { dateOfDay, dayNumber, periodOfDay, periodStart } from '@mms/forecast'

/**
 * Facts from this day on are not in a forecast made on `today`: the start of this week or month, whichever is later.
 */
export function countedUntil(today: string): string {
  const begins = (kind: 'week' | 'month') => periodStart(kind, periodOfDay(kind, dayNumber(today)))
  return dateOfDay(Math.max(begins('week'), begins('month')))
}
