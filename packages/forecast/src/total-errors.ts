/**
 * Returns the errors of the total of the first `periods` periods: one for each past forecast whose total is known.
 * @param errors rows of `horizon` errors each, as in `Forecast.errors`
 */
export function errorsOfTotals(errors: Float64Array, horizon: number, periods: number): Float64Array {
  const totals: number[] = []
  for (let row = 0; row + horizon <= errors.length; row += horizon) {
    let total = 0
    for (let h = 0; h < Math.min(periods, horizon); h++) total += errors[row + h] as number
    if (!Number.isNaN(total)) totals.push(total)
  }
  return Float64Array.from(totals)
}
