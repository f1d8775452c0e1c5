import type { Forecast, History, PeriodKind } from '@mms/forecast'

export interface ForecastDetail {
  weeks: PeriodForecast
  months: PeriodForecast | null
  /** Past errors (actual − forecast) of the total over lead time and review, which last `periods` weeks or months. */
  totals: { kind: PeriodKind; periods: number; errors: number[] }
}

/** Six digits keep rows small. Rounding before use makes products and sums match the shown figures. */
const round = (value: number) => Number(value.toPrecision(6))

function pastErrorOf({ errors, mean }: Forecast, { values }: History) {
  const next: number[] = []
  for (let row = 0; row < errors.length; row += mean.length) {
    const error = errors[row] as number
    if (!Number.isNaN(error)) next.push(Math.abs(error))
  }
  if (next.length === 0) return null
  const actual = Array.from(values)
    .filter((units) => !Number.isNaN(units))
    .slice(-next.length)
  const average = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length
  // Mean of |actual − forecast|, in units.
  return { forecasts: next.length, meanAbsolute: round(average(next)), meanActual: round(average(actual)) }
}

/** Makes the forecast of consecutive periods, which are numbered from `origin`; the first is the current one. */
export function toPeriodForecast(kind: PeriodKind, made: Forecast, history: History) {
  const list = (values: Float64Array) => Array.from(values, round)
  return {
    kind,
    origin: made.origin,
    method: made.method,
    /** Units of a period without the season: `mean[i] = base × factors[i]`. */
    base: round(made.base),
    known: made.known,
    weights: Object.fromEntries(Object.entries(made.weights).map(([name, weight]) => [name, round(weight)])),
    factors: list(made.factors),
    mean: list(made.mean),
    low80: list(made.low80),
    high80: list(made.high80),
    low95: list(made.low95),
    high95: list(made.high95),
    pastError: pastErrorOf(made, history),
  }
}
export type PeriodForecast = ReturnType<typeof toPeriodForecast>
