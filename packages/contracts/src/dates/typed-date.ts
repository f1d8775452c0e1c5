import { daysInMonth } from './months.ts'

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)
/** Minimum letters of a month name. Any longer prefix matches, for example `Sept`. */
const SHORTEST_NAME = 3

/**
 * Parses a typed date to `yyyy-mm-dd`; null if it is invalid or incomplete. Without a day, returns the last day of the
 * month, because a medicine is good through its printed month. Two-digit years are 2000 to 2099.
 * @example
 * readTypedDate('1227') // '2027-12-31', and so are '12/27', '12-2027', '31122027', 'Dec 2027' and '2027-12-31'
 * readTypedDate('12/2') // null
 */
export function readTypedDate(text: string): string | null {
  const parts = text.toLowerCase().match(/\d+|[a-z]+/g) ?? []
  if (!/^[\s\da-z./,-]*$/i.test(text)) return null
  const [first = '', second = '', third = ''] = parts
  if (parts.length === 1) return readDigits(first)
  if (parts.length === 2) return first.length === 4 ? dateOf(first, second) : dateOf(second, first)
  if (parts.length !== 3) return null
  return first.length === 4 ? dateOf(first, second, third) : dateOf(third, second, first)
}

/** The number of digits tells which of them are the year. */
function readDigits(digits: string): string | null {
  const at = (from: number, until?: number) => digits.slice(from, until)
  if (digits.length === 4) return dateOf(at(2), at(0, 2))
  if (digits.length === 6) return dateOf(at(2), at(0, 2)) ?? dateOf(at(4), at(2, 4), at(0, 2))
  if (digits.length === 8) return dateOf(at(4), at(2, 4), at(0, 2)) ?? dateOf(at(0, 4), at(4, 6), at(6))
  return null
}

function dateOf(yearText: string, monthText: string, dayText?: string): string | null {
  const month = `${yearOf(yearText)}-${monthOf(monthText)}`
  if (!/^\d{4}-\d\d$/.test(month) || !/^\d{1,2}$/.test(dayText ?? '1')) return null
  const length = daysInMonth(month)
  const day = Number(dayText ?? length)
  return day >= 1 && day <= length ? `${month}-${String(day).padStart(2, '0')}` : null
}

const yearOf = (text: string) => (/^(\d\d|19\d\d|2\d{3})$/.test(text) ? text.padStart(4, '20') : '')

function monthOf(text: string): string {
  const named = text.length < SHORTEST_NAME ? -1 : MONTHS.findIndex((name) => name.startsWith(text))
  const month = /^\d{1,2}$/.test(text) ? Number(text) : named + 1
  return month >= 1 && month <= 12 ? String(month).padStart(2, '0') : ''
}
