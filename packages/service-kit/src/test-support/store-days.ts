/** A day of a store, and the instants at which it begins and the next one does. */
export interface StoreDay {
  timeZone: string
  date: string
  begins: string
  ends: string
}

/**
 * Days on which a service that reckons by the hour, by UTC or by its machine's zone is wrong: hours that are no whole
 * ones, a name that lists of zones leave out, and the short and the long day of summer time.
 *
 * @example test.each(storeDays)('$date in $timeZone', ({ begins, ends }) => …)
 */
export const storeDays: readonly StoreDay[] = [
  {
    timeZone: 'Asia/Kolkata',
    date: '2026-11-20',
    begins: '2026-11-19T18:30:00Z',
    ends: '2026-11-20T18:30:00Z',
  },
  {
    timeZone: 'Asia/Kathmandu',
    date: '2026-11-20',
    begins: '2026-11-19T18:15:00Z',
    ends: '2026-11-20T18:15:00Z',
  },
  {
    timeZone: 'Europe/London',
    date: '2026-03-29',
    begins: '2026-03-29T00:00:00Z',
    ends: '2026-03-29T23:00:00Z',
  },
  {
    timeZone: 'Europe/London',
    date: '2026-10-25',
    begins: '2026-10-24T23:00:00Z',
    ends: '2026-10-26T00:00:00Z',
  },
  {
    timeZone: 'America/St_Johns',
    date: '2026-03-08',
    begins: '2026-03-08T03:30:00Z',
    ends: '2026-03-09T02:30:00Z',
  },
  {
    timeZone: 'America/St_Johns',
    date: '2026-11-01',
    begins: '2026-11-01T02:30:00Z',
    ends: '2026-11-02T03:30:00Z',
  },
]

/** The instant `ms` milliseconds after another one. `shifted(day.ends, -1)` is the last one of a day. */
export const shifted = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString()
