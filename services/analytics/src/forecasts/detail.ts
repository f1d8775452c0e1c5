import type { Forecast, History, PeriodKind } from '@mms/forecast'

/** How far the forecasts of the next week or month were off. */
export interface PastError {
  /** Past forecasts, each of what came next, from what lay before it. */
  forecasts: number
  /** Mean of |actual − forecast|, in units. */
  meanAbsolute: number
  /** Mean of what was consumed in those periods. */
  meanActual: number
}

/** A forecast as it is stored: of consecutive periods from the number `origin` on, the running one first. */
export interface PeriodForecast {
  kind: PeriodKind
  origin: number
  method: string
  weights: Record<string, number>
  /** Units of a period without the season; `mean[i] = base × factors[i]`. */
  base: number
  factors: number[]
  mean: number[]
  low80: number[]
  high80: number[]
  low95: number[]
  high95: number[]
  /** Whole periods that it was made from. */
  known: number
  pastError: PastError | null
}

/** Everything that the page of one medicine needs of its forecast. */
export interface ForecastDetail {
  weeks: PeriodForecast
  /** Null while no month is whole. */
  months: PeriodForecast | null
  /** Errors (actual − forecast) of the total demand of `periods` weeks or months: those of lead time and review. */
  totals: { kind: PeriodKind; periods: number; errors: number[] }
}

/** Six digits: what is shown is the product and the sum of what is shown, and a row stays small. */
const round = (value: number) => Number(value.toPrecision(6))

function pastErrorOf({ errors, mean }: Forecast, { values }: History): PastError | null {
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
  return { forecasts: next.length, meanAbsolute: round(average(next)), meanActual: round(average(actual)) }
}

/** A forecast as it is stored. */
export function storedForecast(kind: PeriodKind, made: Forecast, history: History): PeriodForecast {
  const list = (values: Float64Array) => Array.from(values, round)
  return {
    kind,
    origin: made.origin,
    method: made.method,
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
