import { periodDays, periodOfDay, periodStart } from '@mms/forecast'
import type { ForecastDetail, PeriodForecast } from './detail.ts'

const YEAR_MONTHS = 12

/** Expected units on a day. After the last week the mean applies, after the last month the same month a year before. */
function perDay({ kind, origin, mean }: PeriodForecast, day: number): number {
  const period = periodOfDay(kind, day)
  const ahead = Math.max(0, period - origin)
  if (ahead < mean.length) return (mean[ahead] as number) / periodDays(kind, period)
  if (kind === 'month' && mean.length >= YEAR_MONTHS) {
    const index = mean.length - YEAR_MONTHS + ((ahead - mean.length) % YEAR_MONTHS)
    return (mean[index] as number) / periodDays(kind, period)
  }
  const days = mean.reduce((sum, _, index) => sum + periodDays(kind, origin + index), 0)
  return mean.reduce((sum, units) => sum + units, 0) / days
}

/** Uses weeks as long as they last, then months. */
const forecastOn = ({ weeks, months }: ForecastDetail, day: number): PeriodForecast =>
  months === null || day < periodStart('week', weeks.origin + weeks.mean.length) ? weeks : months

/** Maximum days ahead; even later expiry dates make no difference. */
const FURTHEST_DAYS = 3_660

export function createDemandUntil(detail: ForecastDetail, from: number): (day: number) => number {
  const sums = [0]
  return (day) => {
    const wanted = Math.min(FURTHEST_DAYS, Math.max(0, day - from + 1))
    for (let count = sums.length; count <= wanted; count++) {
      const at = from + count - 1
      sums.push((sums[count - 1] as number) + perDay(forecastOn(detail, at), at))
    }
    return sums[wanted] as number
  }
}

export const demandAhead = (detail: ForecastDetail, from: number, to: number): number =>
  createDemandUntil(detail, from)(to)

export function demandOfMonth(detail: ForecastDetail, month: number): number {
  const { months } = detail
  const ahead = months ? month - months.origin : -1
  if (months && ahead >= 0 && ahead < months.mean.length) return months.mean[ahead] as number
  const first = periodStart('month', month)
  return demandAhead(detail, first, first + periodDays('month', month) - 1)
}
