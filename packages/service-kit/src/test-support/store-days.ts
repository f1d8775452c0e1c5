/** A store's day and the instants that bound it. */
export interface StoreDay {
  timeZone: string
  date: string
  begins: string
  ends: string
}

/**
 * Days that catch wrong time zones: fractional offsets, an alias zone name, and the short and long days of summer time.
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

/** `shifted(day.ends, -1)` is the last instant of a day. */
export const shifted = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString()
