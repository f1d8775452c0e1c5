import { sharedValue } from './shared-value.ts'

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
})
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

const NO_BREAK_SPACE = '\u00a0'

/** A date in two lines is misread, so it stays in one, in sentences too. */
const inOneLine = (text: string) => text.replace(/\s/g, NO_BREAK_SPACE)

/** An amount in rupees with two decimals and Indian grouping. `formatRupees(123456.5) // '₹1,23,456.50'` */
export function formatRupees(amount: number): string {
  return rupees.format(amount)
}

/** A whole number with Indian grouping. `formatCount(1234567) // '12,34,567'` */
export function formatCount(count: number): string {
  return whole.format(count)
}

/**
 * A calendar date `yyyy-mm-dd` as people of the browser's locale write it, or `N/A` when there is none.
 * It is never shifted by a time zone. A text that is no date, as a scanner types one into a date field, is returned as it is.
 */
export function formatDate(date: string | null | undefined, locale?: string): string {
  if (!date) return 'N/A'
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return date
  return inOneLine(formatterOf(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Kept: a list of fifty rows would make a hundred at each drawing, which costs more than all the rest of it. */
function formatterOf(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}

/** The zone that instants are shown in. */
export const timeZone = sharedValue<string | undefined>(undefined)

/** Instants are shown in this zone from now on; until it is set, in the browser's. The owner of the page sets it. */
export const setTimeZone = (zone: string): void => timeZone.set(zone)

/** An instant (ISO 8601) as date and time of the store's zone, in the browser's locale. */
export function formatInstant(instant: string, locale?: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone.get() } as const
  return inOneLine(formatterOf(locale, options).format(new Date(instant)))
}
