import { periodDays, periodOfDay, periodStart } from '@mms/forecast'
import type { ForecastDetail, PeriodForecast } from './detail.ts'

const YEAR_MONTHS = 12

/** Units a day of a period; the last weeks' mean beyond the last one, the same month a year before for months. */
function perDay({ kind, origin, mean }: PeriodForecast, day: number): number {
  const period = periodOfDay(kind, day)
  const ahead = Math.max(0, period - origin)
  if (ahead < mean.length) return (mean[ahead] as number) / periodDays(kind, period)
  if (kind === 'month' && mean.length >= YEAR_MONTHS) {
    const place = mean.length - YEAR_MONTHS + ((ahead - mean.length) % YEAR_MONTHS)
    return (mean[place] as number) / periodDays(kind, period)
  }
  const days = mean.reduce((sum, _, index) => sum + periodDays(kind, origin + index), 0)
  return mean.reduce((sum, units) => sum + units, 0) / days
}

/** Where weeks are no longer forecast, months are, and after these the same months of the year again. */
const forecastOn = ({ weeks, months }: ForecastDetail, day: number): PeriodForecast =>
  months === null || day < periodStart('week', weeks.origin + weeks.mean.length) ? weeks : months

/** What expires later is sold before, or never. */
const FURTHEST_DAYS = 3_660

/**
 * Units expected from the day `from` through a day (day numbers, both included); 0 for a day before it. A day has its share
 * of its week's or month's forecast.
 */
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

/** Units expected from the day `from` through the day `to`. */
export const demandAhead = (detail: ForecastDetail, from: number, to: number): number =>
  createDemandUntil(detail, from)(to)

/** Units of a calendar month by number: its own forecast, or that of its days. */
export function demandOfMonth(detail: ForecastDetail, month: number): number {
  const { months } = detail
  const ahead = months ? month - months.origin : -1
  if (months && ahead >= 0 && ahead < months.mean.length) return months.mean[ahead] as number
  const first = periodStart('month', month)
  return demandAhead(detail, first, first + periodDays('month', month) - 1)
}
