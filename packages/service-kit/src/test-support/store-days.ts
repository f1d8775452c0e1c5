/** A store's day and the instants that bound it. */
export interface StoreDay {
  timeZone: string
  date: string
  begins: string
  ends: string
}

/** The usual day, and a short one at an offset of half an hour. */
export const storeDays: readonly StoreDay[] = [
  {
    timeZone: 'Asia/Kolkata',
    date: '2026-11-20',
    begins: '2026-11-19T18:30:00Z',
    ends: '2026-11-20T18:30:00Z',
  },
  {
    timeZone: 'America/St_Johns',
    date: '2026-03-08',
    begins: '2026-03-08T03:30:00Z',
    ends: '2026-03-09T02:30:00Z',
  },
]

/** `shifted(day.ends, -1)` is the last instant of a day. */
export const shifted = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString()
