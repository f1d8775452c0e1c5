/*
 * Month arithmetic of calendar dates `yyyy-mm-dd` and months `yyyy-mm`. Rules only, no schemas.
 */

/** The month, 1 to 12, of a date or month. */
export const monthOf = (date: string): number => Number(date.slice(5, 7))

/** How many days the month of a date or month has. `daysInMonth('2026-02') // 28` */
export function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date), 0)).getUTCDate()
}

/** The month `months` after that of a date or month, before it when negative. `monthFrom('2026-01-31', 1) // '2026-02'` */
export function monthFrom(date: string, months: number): string {
  const first = new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date) - 1 + months, 1))
  return first.toISOString().slice(0, 7)
}

/** Months from that of a date or month to that of another. `monthsBetween('2026-11-21', '2027-01') // 2` */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + monthOf(to) - monthOf(from)
}

/** The same day `months` later (earlier when negative), or the last of a shorter month. `addMonths('2026-03-31', -1) // '2026-02-28'` */
export function addMonths(date: string, months: number): string {
  const month = monthFrom(date, months)
  const day = Math.min(Number(date.slice(8)), daysInMonth(month))
  return `${month}-${String(day).padStart(2, '0')}`
}
