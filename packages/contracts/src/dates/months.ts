/** Arithmetic on dates `yyyy-mm-dd` and months `yyyy-mm`. */

/** Returns the month number, 1 to 12, of a date or month. */
export const monthOf = (date: string): number => Number(date.slice(5, 7))

export function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date), 0)).getUTCDate()
}

/** Returns the month that lies `months` after a date or month. */
export function monthAfter(date: string, months: number): string {
  const first = new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date) - 1 + months, 1))
  return first.toISOString().slice(0, 7)
}

/** Counts the months between two dates or months; days are ignored. */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + monthOf(to) - monthOf(from)
}

/** Adds `months` to a date. In a shorter month, the day becomes the last day. */
export function addMonths(date: string, months: number): string {
  const month = monthAfter(date, months)
  const day = Math.min(Number(date.slice(8)), daysInMonth(month))
  return `${month}-${String(day).padStart(2, '0')}`
}
