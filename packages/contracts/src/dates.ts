import { z } from 'zod'

/** Time zone of the store unless configured otherwise; "today" and expiry follow it. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** A calendar date `yyyy-mm-dd` that exists (2026-02-30 does not). */
export const calendarDateSchema = z.iso.date()

/** An instant in UTC, ISO 8601 with milliseconds. */
export const instantSchema = z.iso.datetime()

/**
 * The store's calendar date at an instant, as `yyyy-mm-dd`.
 * Computed per request: a service that stays up over midnight must notice.
 */
export function storeDate(timeZone: string = DEFAULT_TIME_ZONE, at: Date = new Date()): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)
}

/** The calendar date `days` after `date` (before it when negative). `addDays('2026-02-28', 1) // '2026-03-01'` */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
