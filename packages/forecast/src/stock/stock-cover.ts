/** Number of months over which consumption is averaged by default. */
export const AMC_MONTHS = 3

/**
 * Returns the average monthly consumption over the known ones of the last whole months; NaN if none is known.
 * @param months consumption per whole month, oldest first, NaN if unknown (see `consumptionByPeriod`)
 * Source: WHO and MSH, Managing Drug Supply; the window of 3 months is a setting.
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

/** Returns current stock ÷ AMC, in months; undefined without consumption (AMC 0 or unknown). */
export function monthsOfStock(currentStock: number, amc: number): number | undefined {
  return amc > 0 ? currentStock / amc : undefined
}
