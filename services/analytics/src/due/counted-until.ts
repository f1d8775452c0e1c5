import { dateOfDay, dayNumber, periodOfDay, periodStart } from '@mms/forecast'

/**
 * The day from which on a forecast made on `today` counts nothing: where the running week begins, or the running month if
 * that is later.
 */
export function countedUntil(today: string): string {
  const day = dayNumber(today)
  const [week, month] = [
    periodStart('week', periodOfDay('week', day)),
    periodStart('month', periodOfDay('month', day)),
  ]
  return dateOfDay(Math.max(week, month))
}
