import {
  addDays,
  addMonths,
  monthAfter,
  monthsBetween,
  type ReportPeriod,
  type ReportQuery,
} from '@mms/contracts'
import { dayNumber } from '@mms/forecast'
import { problem } from '@mms/service-kit'

export interface DateRange {
  startDate: string
  endDate: string
}

export interface Period extends DateRange {
  name: ReportPeriod
  days: number
  previous: DateRange
}

const monthsOf = { 'last-month': 1, 'last-quarter': 3, 'last-year': 12 }
const WEEK = 7

function daysOf({ period, startDate, endDate }: ReportQuery, today: string): DateRange {
  if (period === 'custom') return { startDate: startDate as string, endDate: endDate as string }
  if (period === 'last-week') return { startDate: addDays(today, 1 - WEEK), endDate: today }
  return { startDate: addDays(addMonths(today, -monthsOf[period]), 1), endDate: today }
}

/**
 * Returns the days of a report and an equally long previous period. Last week ends today; last month, quarter and year
 * begin the day after this date one, three or twelve months ago. Nothing lies after today; a later start throws 400.
 * @example reportPeriodOf({ period: 'last-month' }, '2026-11-21') // 22 Oct to 21 Nov, before that 21 Sep to 21 Oct
 */
export function reportPeriodOf(query: ReportQuery, today: string): Period {
  const requested = daysOf(query, today)
  if (requested.startDate > today) {
    const errors = { startDate: `must not be after today, ${today}` }
    throw problem.badRequest('analytics.period_in_future', 'The period must not begin after today', {
      errors,
    })
  }
  const { startDate } = requested
  const endDate = requested.endDate < today ? requested.endDate : today
  const days = dayNumber(endDate) - dayNumber(startDate) + 1
  const previous = { startDate: addDays(startDate, -days), endDate: addDays(startDate, -1) }
  return { name: query.period, startDate, endDate, days, previous }
}

export function monthsIn({ startDate, endDate }: DateRange): string[] {
  const count = monthsBetween(startDate, endDate) + 1
  return Array.from({ length: count }, (_, index) => monthAfter(startDate, index))
}
