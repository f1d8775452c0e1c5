import { type PeriodKind, periodDays, periodOfDay, periodStart } from '../calendar/periods.ts'

/** What happened to one medicine on consecutive days. */
export interface DailyMovements {
  /** Day number (see `dayNumber`) of the first entry. */
  firstDay: number
  /** Units sold per day, reversed transactions left out. */
  sold: ArrayLike<number>
  /** Units per day that came back as returns of sales. */
  returned: ArrayLike<number>
  /** True where the stock was zero all day: demand that left no trace. */
  outOfStock?: ArrayLike<boolean>
}

/**
 * Units consumed per day: sales less returns of sales, never negative. A day with more returns than sales counts 0 and
 * its surplus is taken from earlier days of the same week (Monday to Sunday), the latest first; what is left over is
 * dropped with the week. Purchases, write-offs and adjustments are no consumption and must not be passed.
 *
 * Source: the suite's definition of consumption; returns are netted inside the week because that is the shortest
 * period anything is ordered for.
 * `dailyConsumption({ firstDay: monday, sold: [5, 0], returned: [0, 2] }) // [3, 0]`
 */
export function dailyConsumption({ firstDay, sold, returned }: DailyMovements): Float64Array {
  const days = new Float64Array(sold.length)
  for (let i = 0; i < days.length; i++) {
    const net = (sold[i] as number) - (returned[i] ?? 0)
    days[i] = Math.max(0, net)
    let surplus = Math.max(0, -net)
    const monday = periodStart('week', periodOfDay('week', firstDay + i)) - firstDay
    for (let j = i - 1; surplus > 0 && j >= Math.max(0, monday); j--) {
      const taken = Math.min(surplus, days[j] as number)
      days[j] = (days[j] as number) - taken
      surplus -= taken
    }
  }
  return days
}

/**
 * Consumption of a window of `days` days of which the medicine was out of stock for `outOfStockDays`, scaled to what
 * it would have been: × n / (n − s). Out of stock all the time is unknown (NaN), neither zero nor infinite.
 * `stockOutCorrected(12, 30, 10) // 18`
 */
export function stockOutCorrected(consumed: number, days: number, outOfStockDays: number): number {
  const inStock = days - outOfStockDays
  return inStock > 0 ? (consumed * days) / inStock : Number.NaN
}

/** Consumption of consecutive whole periods; `values[i]` belongs to period `start + i` and is NaN where unknown. */
export interface History {
  /** Number of the first period (see `periodOfDay`). */
  start: number
  /** Units per period; NaN where unknown: before records, in gaps, when out of stock throughout. */
  values: Float64Array
}

/** Consumption of whole periods, and what it was corrected from; entries belong together. */
export interface PeriodConsumption extends History {
  /** Units as they were consumed. */
  consumed: Float64Array
  stockOutDays: Uint16Array
}

/**
 * Corrected consumption of every whole week, month or day within the movements. Periods that the movements only
 * partly cover, above all the running one, are left out.
 */
export function consumptionByPeriod(movements: DailyMovements, kind: PeriodKind): PeriodConsumption {
  const days = dailyConsumption(movements)
  const { firstDay, outOfStock } = movements
  const atEdge = periodOfDay(kind, firstDay)
  const start = periodStart(kind, atEdge) === firstDay ? atEdge : atEdge + 1
  const end = periodOfDay(kind, firstDay + days.length)
  const values = new Float64Array(Math.max(0, end - start))
  const consumed = new Float64Array(values.length)
  const stockOutDays = new Uint16Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const from = periodStart(kind, start + i) - firstDay
    const length = periodDays(kind, start + i)
    let units = 0
    let without = 0
    for (let day = from; day < from + length; day++) {
      // What was sold on a day that began or ended empty is known; only days without any stock are not.
      if (outOfStock?.[day]) without++
      else units += days[day] as number
    }
    consumed[i] = units
    stockOutDays[i] = without
    values[i] = stockOutCorrected(units, length, without)
  }
  return { start, values, consumed, stockOutDays }
}
