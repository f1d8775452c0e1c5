/** Weeks run from Monday to Sunday; months are calendar months. */
export const periodKinds = ['day', 'week', 'month'] as const
export type PeriodKind = (typeof periodKinds)[number]

const DAY_MS = 86_400_000
/** Weekday of 1970-01-01 (Thursday), counted from Monday. */
const EPOCH_WEEKDAY = 3

/** Returns the days from 1970-01-01 to `yyyy-mm-dd`, or NaN for an invalid date. */
export function dayNumber(date: string): number {
  const day = Date.parse(date) / DAY_MS
  return Number.isInteger(day) && dateOfDay(day) === date ? day : Number.NaN
}

/** Like `dayNumber`, but also accepts a month `yyyy-mm` and returns its first day. */
export const firstDayNumber = (text: string): number =>
  dayNumber(/^\d{4}-\d{2}$/.test(text) ? `${text}-01` : text)

/** Converts a day number back to `yyyy-mm-dd`. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the number of the period that contains a day. Period 0 contains 1970-01-01. */
export function periodOfDay(kind: PeriodKind, day: number): number {
  if (kind === 'day') return day
  if (kind === 'week') return Math.floor((day + EPOCH_WEEKDAY) / 7)
  const at = new Date(day * DAY_MS)
  return (at.getUTCFullYear() - 1970) * 12 + at.getUTCMonth()
}

/** Returns the day number on which a period begins. */
export function periodStart(kind: PeriodKind, period: number): number {
  if (kind === 'day') return period
  if (kind === 'week') return period * 7 - EPOCH_WEEKDAY
  return Date.UTC(1970 + Math.floor(period / 12), ((period % 12) + 12) % 12, 1) / DAY_MS
}

/** Returns the number of days in a period. */
export function periodDays(kind: PeriodKind, period: number): number {
  return periodStart(kind, period + 1) - periodStart(kind, period)
}

/** Returns the exact length of a season. A year is not exactly 52 weeks: they drift by a week in six years. */
export function seasonLength(kind: PeriodKind, season: number): number {
  if (kind === 'week' && (season === 52 || season === 53)) return 365.25 / 7
  if (kind === 'day' && (season === 365 || season === 366)) return 365.25
  return season
}
