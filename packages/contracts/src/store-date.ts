/*
 * Calendar rules only, no schemas: pages that show dates use them without loading the schema library.
 */

/** Time zone of the store unless configured otherwise; "today" and expiry follow it. */
export const DEFAULT_TIME_ZONE = 'Asia/Kolkata'

/** Formatters by time zone: making one costs fifty times as much as using it. */
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
 * Whether a time zone of this name is known here. Older names count too (`Asia/Katmandu`), which lists of the names in
 * use leave out; an offset such as `+05:30` does not: it knows no summer time, and older browsers do not know it.
 */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && formatterOf(name) !== undefined
  } catch {
    return false
  }
}

/**
 * The store's calendar date at an instant, as `yyyy-mm-dd`. Throws a `RangeError` for an unknown zone.
 * Computed per request: a service that stays up over midnight must notice.
 */
export function storeDate(timeZone: string = DEFAULT_TIME_ZONE, at: Date = new Date()): string {
  const [month, day, year] = formatterOf(timeZone).format(at).split('/')
  return `${year}-${month}-${day}`
}

/** The calendar date `days` after `date` (before it when negative). `addDays('2026-02-28', 1) // '2026-03-01'` */
export function addDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Local midnight lies this many hours before and after midnight UTC at most: zones reach from −12 to +14. */
const EARLIEST_HOURS = 14
const LATEST_HOURS = 12
const SECOND_MS = 1_000

/** Milliseconds at which days begin, by zone and date: to find one takes eighteen looks at the calendar. */
const starts = new Map<string, number>()
/** Most days in that cache, so that one date after another does not fill the memory. */
const KEPT_DAYS = 1_000

/**
 * The instant at which a calendar date begins in the store: the first that `storeDate` calls by this date.
 * `startOfStoreDay('2026-11-20', 'Asia/Kolkata') // 2026-11-19T18:30:00Z`
 */
export function startOfStoreDay(date: string, timeZone: string = DEFAULT_TIME_ZONE): Date {
  const key = `${timeZone} ${date}`
  const start = starts.get(key) ?? findStart(date, timeZone)
  if (starts.size >= KEPT_DAYS) starts.clear()
  starts.set(key, start)
  return new Date(start)
}

function findStart(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let before = midnight - EARLIEST_HOURS * 3_600_000 - SECOND_MS
  let after = midnight + LATEST_HOURS * 3_600_000
  while (after - before > SECOND_MS) {
    const middle = before + Math.floor((after - before) / (2 * SECOND_MS)) * SECOND_MS
    if (storeDate(timeZone, new Date(middle)) < date) before = middle
    else after = middle
  }
  return after
}

/** Nothing comes after it that a date could name. */
const LAST_DATE = '9999-12-31'

/**
 * The instants of some calendar dates of the store, both ends included: those with `from <= instant < until`. An end
 * that is not given is open. The one place where dates become instants, so that a list, its total and a report hold
 * the same.
 *
 * @example storeDayBounds({ startDate: '2026-11-20', endDate: '2026-11-20' }, 'Asia/Kolkata')
 * // { from: 2026-11-19T18:30:00Z, until: 2026-11-20T18:30:00Z }
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

/** A calendar date as the screens write it, for sentences of a service. `dateInWords('2026-11-20') // '20 Nov 2026'` */
export function dateInWords(date: string): string {
  return words.format(new Date(`${date}T00:00:00Z`))
}
