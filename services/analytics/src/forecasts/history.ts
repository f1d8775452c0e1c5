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

export interface DayFacts {
  firstDay: string | null
  consumed: { day: string; sold: number; returned: number }[]
  /** Periods without stock: the day that ended without, and the day of the next movement (null if there is none). */
  empty: { from: string; until: string | null }[]
}

/** Years of history used. Older sales say nothing about demand now. */
const YEARS = 6
const DAYS_A_YEAR = 366

/** Sales, returns and stock-outs by day, from the first record to yesterday. Undefined without a complete day. */
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
    // A sale proves that there was stock, even if the ledger shows none.
    if (each.sold > 0) outOfStock[day] = false
  }
  return { firstDay, sold, returned, outOfStock }
}

type Movements = NonNullable<ReturnType<typeof dailyMovements>>

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

export function consumptionHistoryOf(facts: DayFacts, today: string, kind: PeriodKind): History | undefined {
  const movements = dailyMovements(facts, today)
  const wanted = movements && sinceDemand(movements, kind)
  if (!wanted) return undefined
  const { start, values } = consumptionByPeriod(wanted, kind)
  return values.some((units) => !Number.isNaN(units)) ? { start, values } : undefined
}

export interface PastPeriod {
  period: number
  days: number
  stockOutDays: number
  consumed: number
  corrected: number | null
}

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
