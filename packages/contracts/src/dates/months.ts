/** Months of calendar dates `yyyy-mm-dd` and months `yyyy-mm`. No schemas. */

/** Returns the month, 1 to 12, of a date or month. */
export const monthOf = (date: string): number => Number(date.slice(5, 7))

/** Returns the number of days in the month of a date or month. */
export function daysInMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date), 0)).getUTCDate()
}

/** Adds `months` to a date or month and returns the month. */
export function monthFrom(date: string, months: number): string {
  const first = new Date(Date.UTC(Number(date.slice(0, 4)), monthOf(date) - 1 + months, 1))
  return first.toISOString().slice(0, 7)
}

/** Counts the months between two dates or months, whatever their days. */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + monthOf(to) - monthOf(from)
}

/** Adds `months` to a date; the day is clamped to a shorter month. */
export function addMonths(date: string, months: number): string {
  const month = monthFrom(date, months)
  const day = Math.min(Number(date.slice(8)), daysInMonth(month))
  return `${month}-${String(day).padStart(2, '0')}`
}
