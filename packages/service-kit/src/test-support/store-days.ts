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
export const storeDays: readonly StoreDay[] = (
  [
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00Z', '2026-11-20T18:30:00Z'],
    ['Asia/Kathmandu', '2026-11-20', '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z'],
    ['Europe/London', '2026-03-29', '2026-03-29T00:00:00Z', '2026-03-29T23:00:00Z'],
    ['Europe/London', '2026-10-25', '2026-10-24T23:00:00Z', '2026-10-26T00:00:00Z'],
    ['America/St_Johns', '2026-03-08', '2026-03-08T03:30:00Z', '2026-03-09T02:30:00Z'],
    ['America/St_Johns', '2026-11-01', '2026-11-01T02:30:00Z', '2026-11-02T03:30:00Z'],
  ] as const
).map(([timeZone, date, begins, ends]) => ({ timeZone, date, begins, ends }))

/** `shifted(day.ends, -1)` is the last instant of a day. */
export const shifted = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString()
