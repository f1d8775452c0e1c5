import { sharedValue } from '../state/shared-value.ts'

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
})
const whole = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 0 })

const NO_BREAK_SPACE = '\u00a0'

const inOneLine = (text: string) => text.replace(/\s/g, NO_BREAK_SPACE)

/** Formats with two decimals and Indian grouping: `formatRupees(123456.5) // '₹1,23,456.50'`. */
export function formatRupees(amount: number): string {
  return rupees.format(amount)
}

/** Formats a whole number with Indian grouping: `formatCount(1234567) // '12,34,567'`. */
export function formatCount(count: number): string {
  return whole.format(count)
}

/** Formats `yyyy-mm-dd` in the browser's locale, ignoring time zones. `N/A` without a date; keeps invalid text. */
export function formatDate(date: string | null | undefined, locale?: string): string {
  if (!date) return 'N/A'
  const at = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(at.getTime())) return date
  return inOneLine(formatterOf(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating formatters would take most of the time of rendering a list. */
function formatterOf(locale: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options])
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter
}

export const timeZone = sharedValue<string | undefined>(undefined)

/** Sets the time zone in which times are displayed. Default: the browser's. */
export const setTimeZone = (zone: string): void => timeZone.set(zone)

/** Formats an ISO 8601 instant as date and time in the store's zone. */
export function formatInstant(instant: string, locale?: string): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone.get() } as const
  return inOneLine(formatterOf(locale, options).format(new Date(instant)))
}
