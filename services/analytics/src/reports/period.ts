import { addDays, type ReportPeriod, type ReportQuery } from '@mms/contracts'
import { problem } from '@mms/service-kit'

/** Inclusive store days. */
export interface Days {
  startDate: string
  endDate: string
}

export interface Period extends Days {
  name: ReportPeriod
  days: number
  /** As many days before it. */
  previous: Days
}

const DAY_MS = 86_400_000

/** How many days from `startDate` to `endDate`, both counted. */
export function countDays({ startDate, endDate }: Days): number {
  return Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1
}

/** The same day `months` later (earlier when negative), or the last of a shorter month. `addMonths('2026-03-31', -1) // '2026-02-28'` */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(day, lastDay))
  return first.toISOString().slice(0, 10)
}

const monthsOf = { 'last-month': 1, 'last-quarter': 3, 'last-year': 12 }
const WEEK = 7

function daysOf({ period, startDate, endDate }: ReportQuery, today: string): Days {
  if (period === 'custom') return { startDate: startDate as string, endDate: endDate as string }
  if (period === 'last-week') return { startDate: addDays(today, 1 - WEEK), endDate: today }
  return { startDate: addDays(addMonths(today, -monthsOf[period]), 1), endDate: today }
}

/**
 * The days of a report on the store's date `today`. Last week is the seven days that end today; last month, quarter and
 * year begin the day after this date one, three or twelve months ago. The period before has as many days. No report
 * goes beyond today; one that begins after it throws 400.
 *
 * @example periodOf({ period: 'last-month' }, '2026-11-21') // 22 Oct to 21 Nov, before that 21 Sep to 21 Oct
 */
export function periodOf(query: ReportQuery, today: string): Period {
  const asked = daysOf(query, today)
  if (asked.startDate > today) {
    const errors = { startDate: `must not be after today, ${today}` }
    throw problem.badRequest('analytics.period_in_future', 'The period must not begin after today', {
      errors,
    })
  }
  const { startDate } = asked
  const endDate = asked.endDate < today ? asked.endDate : today
  const days = countDays({ startDate, endDate })
  const previous = { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) }
  return { name: query.period, startDate, endDate, days, previous }
}

/** The months `yyyy-mm` that the days touch, in order. */
export function monthsIn({ startDate, endDate }: Days): string[] {
  const months: string[] = []
  for (let month = startDate.slice(0, 7); month <= endDate.slice(0, 7); ) {
    months.push(month)
    month = addMonths(`${month}-01`, 1).slice(0, 7)
  }
  return months
}
