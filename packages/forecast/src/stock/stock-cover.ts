/** Whole months that average consumption is taken over, unless the store chose otherwise. */
export const AMC_MONTHS = 3

/**
 * Average monthly consumption: corrected consumption of the last whole months divided by their number, over those
 * that are known. NaN if none is.
 *
 * @param months consumption per whole month, oldest first, NaN where unknown (see `consumptionByPeriod`)
 * Source: WHO and MSH, Managing Drug Supply; the window of 3 months is a setting.
 * `averageMonthlyConsumption([90, 30, 60, 60]) // 50`
 */
export function averageMonthlyConsumption(months: ArrayLike<number>, window: number = AMC_MONTHS): number {
  let sum = 0
  let known = 0
  for (let i = Math.max(0, months.length - window); i < months.length; i++) {
    const units = months[i] as number
    if (Number.isNaN(units)) continue
    sum += units
    known++
  }
  return known > 0 ? sum / known : Number.NaN
}

/**
 * How many months the stock will last: current stock ÷ AMC. Undefined where there is no use (AMC 0 or unknown): screens
 * say "no use" then, because a number would be infinite.
 * `monthsOfStock(100, 50) // 2`, `monthsOfStock(100, 0) // undefined`
 */
export function monthsOfStock(currentStock: number, amc: number): number | undefined {
  return amc > 0 ? currentStock / amc : undefined
}
