import {
  consumptionByPeriod,
  type DailyMovements,
  dayNumber,
  type History,
  type PeriodKind,
  periodDays,
  periodOfDay,
  periodStart,
} from '@mms/forecast'

/** What is known of the days of a medicine. Dates are store days `yyyy-mm-dd`. */
export interface DayFacts {
  /** The first day of which anything is known; null when nothing is. */
  firstDay: string | null
  /** Units sold, and those that came back, on days that have any. */
  consumed: { day: string; sold: number; returned: number }[]
  /** Days after which the stock was used up, and the day on which it next moved (null: not yet). */
  empty: { from: string; until: string | null }[]
}

/** Older days say nothing of the demand of now, and would only cost time. */
const YEARS = 6
const DAYS_A_YEAR = 366

/**
 * Every day from the first that is known up to `today`, without it: what was sold and returned, and whether there was no
 * stock all day. Undefined while no day is whole.
 */
function dailyMovements(facts: DayFacts, today: string) {
  if (facts.firstDay === null) return undefined
  const end = dayNumber(today)
  const firstDay = Math.max(dayNumber(facts.firstDay), end - YEARS * DAYS_A_YEAR)
  const length = end - firstDay
  if (!(length > 0)) return undefined
  const [sold, returned] = [new Float64Array(length), new Float64Array(length)]
  const outOfStock = new Array<boolean>(length).fill(false)
  for (const { from, until } of facts.empty) {
    const last = until === null ? length : dayNumber(until) - firstDay
    for (let day = Math.max(0, dayNumber(from) - firstDay + 1); day < Math.min(last, length); day++) {
      outOfStock[day] = true
    }
  }
  for (const each of facts.consumed) {
    const day = dayNumber(each.day) - firstDay
    if (day < 0 || day >= length) continue
    sold[day] = each.sold
    returned[day] = each.returned
    // What was sold was there, whatever else is said.
    if (each.sold > 0) outOfStock[day] = false
  }
  return { firstDay, sold, returned, outOfStock }
}

type Movements = NonNullable<ReturnType<typeof dailyMovements>>

/** The days from the beginning of the period in which demand began, or from the first known day. */
function sinceDemand(movements: Movements, kind: PeriodKind): DailyMovements | undefined {
  const { firstDay, sold, returned, outOfStock } = movements
  const first = sold.findIndex((units) => units > 0)
  if (first < 0) return undefined
  const start = Math.max(0, periodStart(kind, periodOfDay(kind, firstDay + first)) - firstDay)
  return {
    firstDay: firstDay + start,
    sold: sold.subarray(start),
    returned: returned.subarray(start),
    outOfStock: outOfStock.slice(start),
  }
}

/** Consumption of whole weeks and months since a medicine was first wanted; undefined if it never was. */
export function historyOf(facts: DayFacts, today: string, kind: PeriodKind): History | undefined {
  const movements = dailyMovements(facts, today)
  const wanted = movements && sinceDemand(movements, kind)
  if (!wanted) return undefined
  const { start, values } = consumptionByPeriod(wanted, kind)
  return values.some((units) => !Number.isNaN(units)) ? { start, values } : undefined
}

/** A whole week or month as it was, and what it would have been with stock all the time. */
export interface PastPeriod {
  /** Number of the period. */
  period: number
  days: number
  stockOutDays: number
  /** Units, less returns. */
  consumed: number
  /** consumed × days ÷ days with stock; null when there was no stock at all. */
  corrected: number | null
}

/** The same periods with what they were corrected from. */
export function pastPeriods(facts: DayFacts, today: string, kind: PeriodKind): PastPeriod[] {
  const movements = dailyMovements(facts, today)
  const wanted = movements && sinceDemand(movements, kind)
  if (!wanted) return []
  const { start, values, consumed, stockOutDays } = consumptionByPeriod(wanted, kind)
  return Array.from(values, (corrected, index) => ({
    period: start + index,
    days: periodDays(kind, start + index),
    stockOutDays: stockOutDays[index] as number,
    consumed: consumed[index] as number,
    corrected: Number.isNaN(corrected) ? null : corrected,
  }))
}
