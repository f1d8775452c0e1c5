import { type PeriodKind, periodDays, periodOfDay, periodStart } from '../calendar/periods.ts'

export interface DailyMovements {
  firstDay: number
  sold: ArrayLike<number>
  returned: ArrayLike<number>
  /** True if stock was zero all day, so that demand left no trace. */
  outOfStock?: ArrayLike<boolean>
}

/**
 * Returns units consumed per day: sales less returns, never negative. A surplus of returns is taken from earlier days
 * of the same week (Monday to Sunday), latest first; the rest is dropped. Purchases, write-offs and adjustments must
 * not be passed.
 * Source: the suite's definition of consumption; a week is the shortest period that anything is ordered for.
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

/** Scales consumption of n = `days` to full availability: × n ÷ (n − s). NaN if out of stock throughout. */
export function stockOutCorrected(consumed: number, days: number, outOfStockDays: number): number {
  const inStock = days - outOfStockDays
  return inStock > 0 ? (consumed * days) / inStock : Number.NaN
}

/** Consecutive whole periods; `values[i]` belongs to period `start + i`. */
export interface History {
  /** Number of the first period (see `periodOfDay`). */
  start: number
  /** Units per period; NaN if unknown: before records, in gaps, or out of stock throughout. */
  values: Float64Array
}

export interface PeriodConsumption extends History {
  /** Units as consumed, before the correction. */
  consumed: Float64Array
  stockOutDays: Uint16Array
}

/** Returns corrected consumption by whole period. Partly covered periods, such as the current one, are left out. */
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
      // Sales on a partly empty day are known; only days without any stock are unknown.
      if (outOfStock?.[day]) without++
      else units += days[day] as number
    }
    consumed[i] = units
    stockOutDays[i] = without
    values[i] = stockOutCorrected(units, length, without)
  }
  return { start, values, consumed, stockOutDays }
}
