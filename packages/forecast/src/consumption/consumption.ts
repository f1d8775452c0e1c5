import { type PeriodKind, periodDays, periodOfDay, periodStart } from '../calendar/periods.ts'

export interface DailyMovements {
  firstDay: number
  sold: ArrayLike<number>
  returned: ArrayLike<number>
  /** True if stock was zero all day, so that sales do not show the demand. */
  outOfStock?: ArrayLike<boolean>
}

/**
 * Returns units consumed per day: sales less returns, never negative. Excess returns are subtracted from earlier days
 * of the same week (Monday to Sunday), latest first. The rest is dropped. Do not pass purchases, write-offs and
 * adjustments. Source: the suite's definition of consumption. Nothing is ordered for less than a week.
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

/** Scales consumption up for days out of stock: × days ÷ (days − `outOfStockDays`). NaN if no day had stock. */
export function correctForStockOut(consumed: number, days: number, outOfStockDays: number): number {
  const inStock = days - outOfStockDays
  return inStock > 0 ? (consumed * days) / inStock : Number.NaN
}

/** Returns the mean of the known values from `from` up to `end`, each divided by its factor. NaN if none is known. */
export function meanKnown(values: ArrayLike<number>, from: number, end: number, factors?: Float64Array) {
  let sum = 0
  let known = 0
  for (let t = Math.max(0, from); t < end; t++) {
    const value = (values[t] as number) / (factors?.[t] ?? 1)
    if (Number.isNaN(value)) continue
    sum += value
    known++
  }
  return sum / known
}

/** Complete periods in a row; `values[i]` belongs to period `start + i`. */
export interface History {
  /** Number of the first period (see `periodOfDay`). */
  start: number
  /** Units per period. NaN if unknown: before the first record, in gaps, or if out of stock all the time. */
  values: Float64Array
}

export interface PeriodConsumption extends History {
  /** Units consumed, not corrected for days out of stock. */
  consumed: Float64Array
  stockOutDays: Uint16Array
}

/** Returns corrected consumption by period. Leaves out incomplete periods, such as the current one. */
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
      // Counts sales even on days that began or ended without stock. Only a day without any stock is unknown.
      if (outOfStock?.[day]) without++
      else units += days[day] as number
    }
    consumed[i] = units
    stockOutDays[i] = without
    values[i] = correctForStockOut(units, length, without)
  }
  return { start, values, consumed, stockOutDays }
}
