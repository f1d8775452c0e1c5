import { dateOfDay, dayNumber, periodOfDay, periodStart } from '@mms/forecast'

/**
 * The day from which on a forecast made on `today` counts nothing: where the running week begins, or the running month if
 * that is later.
 */
export function countedUntil(today: string): string {
  const begins = (kind: 'week' | 'month') => periodStart(kind, periodOfDay(kind, dayNumber(today)))
  return dateOfDay(Math.max(begins('week'), begins('month')))
}
