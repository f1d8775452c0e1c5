import { HOUR_MS } from './durations.ts'

/** Default time zone of the store, which determines "today" and expiry. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    formatter = new Intl.DateTimeFormat('en-US', {
      ...parts,
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}

/**
 * True if this runtime knows the time zone. Aliases such as `Asia/Katmandu` are accepted. Offsets such as `+05:30` are
 * not: they have no summer time, and older browsers reject them.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && formatterOf(name) !== undefined
  } catch {
    return false
  }
}

/**
 * Returns the calendar date of an instant in the store, as `yyyy-mm-dd`. Throws a `RangeError` for an unknown zone.
 * Call it for each request, because services run past midnight.
 */
export function storeDate(timeZone: string = DEFAULT_TIME_ZONE, at: Date = new Date()): string {
  const [month, day, year] = formatterOf(timeZone).format(at).split('/')
  return `${year}-${month}-${day}`
}

export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Local midnight is at most this many hours before or after midnight UTC, because zones range from −12 to +14. */
const EARLIEST_HOURS = 14
const LATEST_HOURS = 12
const SECOND_MS = 1_000

/** Cache of day starts in ms, by zone and date. Computing one takes eighteen calendar conversions. */
const starts = new Map<string, number>()
const KEPT_DAYS = 1_000

/** Returns the instant at which a calendar date begins in the store's time zone. */
export function startOfStoreDay(date: string, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const key = `${timeZone} ${date}`
  const start = starts.get(key) ?? findStart(date, timeZone)
  if (starts.size >= KEPT_DAYS) starts.clear()
  starts.set(key, start)
  return new Date(start)
}

function findStart(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let before = midnight - EARLIEST_HOURS * HOUR_MS - SECOND_MS
  let after = midnight + LATEST_HOURS * HOUR_MS
  while (after - before > SECOND_MS) {
    const middle = before + Math.floor((after - before) / (2 * SECOND_MS)) * SECOND_MS
    if (storeDate(timeZone, new Date(middle)) < date) before = middle
    else after = middle
  }
  return after
}

const LAST_DATE = '9999-12-31'

/**
 * Converts inclusive store dates to instants: `from <= instant < until`. A missing date leaves that end open. Use it
 * everywhere, so that a list, its total and a report agree.
 */
export function storeDayBounds(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  timeZone: string,
): { from: Date | undefined; until: Date | undefined } {
  const isOpen = endDate === undefined || endDate === LAST_DATE
  return {
    from: startDate === undefined ? undefined : startOfStoreDay(startDate, timeZone),
    until: isOpen ? undefined : startOfStoreDay(addDays(endDate, 1), timeZone),
  }
}

const words = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' })

/** Formats a calendar date for sentences: `20 Nov 2026`. */
export function dateInWords(date: string): string {
  return words.format(new Date(`${date}T00:00:00Z`))
}
