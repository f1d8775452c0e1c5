import type { History } from './consumption/consumption.ts'
import { type Intervals, intervalsOf } from './model/intervals.ts'
import { METHODS, type Method, Roller } from './model/roller.ts'
import type { Prior } from './model/season-factors.ts'

export interface ForecastOptions extends Prior {
  /** Periods per season, possibly fractional (see `seasonLength`). 1 if there is no season. */
  season: number
  horizon: number
}

/** Every array except `errors` has one entry per forecast period. */
export interface Forecast extends Intervals {
  /** Number of the first forecast period. Only data from before it was used. */
  origin: number
  /** Expected units, never negative. */
  mean: Float64Array
  /** Units per period without seasonal effect; `mean[h] = base × factors[h]`. */
  base: number
  /** Seasonal factor per period; 1 is average. */
  factors: Float64Array
  /** Names of the methods with the largest weights, joined by +. */
  method: string
  weights: Partial<Record<Method, number>>
  /** Errors (actual − forecast) of past forecasts, in rows of `horizon`, oldest first. NaN if unknown. */
  errors: Float64Array
  known: number
}

/** Minimum weight of a method for its name to appear in `method`. */
const NAMED = 0.15

/**
 * Forecasts one medicine from its history. Undefined if no value is known; use the given multipliers then.
 * Averages level × seasonal factor, Theta, the mean of the same period and others by their errors at rolling origins,
 * always including seasonal naive and SES. Intermittent demand uses SES, TSB and ADIDA. Limits come from those errors.
 * Deterministic, never negative, never NaN. Sources and accuracy: docs/forecast-accuracy.md.
 * @throws RangeError for a season or horizon below 1
 */
export function forecast(history: History, options: ForecastOptions): Forecast | undefined {
  const end = history.start + history.values.length
  const [only] = forecastEach(history, options, { first: end, last: end })
  return only
}

/** Runs `forecast` at every origin, first and last included, in one pass. Skips origins without history. */
export function* forecastEach(
  history: History,
  options: ForecastOptions,
  origins: { first: number; last: number },
): Generator<Forecast> {
  const { season, horizon } = options
  if (!(season >= 1)) throw new RangeError('The season must be at least 1 period')
  if (!(Number.isInteger(horizon) && horizon >= 1))
    throw new RangeError('The horizon must be at least 1 period')
  const { start, values } = lengthened(fromFirstKnown(history), origins.last)
  const first = Math.max(1, origins.first - start)
  const last = origins.last - start
  if (values.length === 0 || last < first) return
  const roller = new Roller({ start, values: values.subarray(0, last) }, season, horizon, options, first)
  for (let origin = roller.from; origin <= last; origin++) {
    roller.forecastAt(origin)
    if (origin >= first) yield explained(roller, values, start, origin, horizon)
  }
}

function fromFirstKnown({ start, values }: History): History {
  const first = values.findIndex((value) => !Number.isNaN(value))
  return first < 0
    ? { start, values: values.subarray(0, 0) }
    : { start: start + first, values: values.subarray(first) }
}

function lengthened({ start, values }: History, end: number): History {
  if (values.length === 0 || start + values.length >= end) return { start, values }
  const longer = new Float64Array(end - start).fill(Number.NaN)
  longer.set(values)
  return { start, values: longer }
}

function explained(
  roller: Roller,
  values: Float64Array,
  start: number,
  origin: number,
  horizon: number,
): Forecast {
  const row = (origin - roller.from) * horizon
  const mean = roller.finals.slice(row, row + horizon)
  const past = pastErrors(roller, values, origin, horizon)
  let base = 0
  for (let h = 0; h < horizon; h++)
    base += (mean[h] as number) / (roller.factor[origin + h] as number) / horizon
  const factors = mean.map((units) => (base > 0 ? units / base : 1))
  const weighed = METHODS.map((method, i) => ({ method, weight: roller.weights[i] as number }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const named = weighed.filter(({ weight }, i) => i === 0 || weight >= NAMED)
  return {
    origin: start + origin,
    mean,
    base,
    factors,
    method: named.map(({ method }) => method).join('+'),
    weights: Object.fromEntries(weighed.map(({ method, weight }) => [method, weight])),
    errors: past.errors,
    known: roller.known,
    ...intervalsOf(mean, past.errors, past.forecasts),
  }
}

function pastErrors(roller: Roller, values: Float64Array, origin: number, horizon: number) {
  const first = Math.max(roller.from, origin - roller.spanWindow - horizon + 1)
  const forecasts = roller.finals.slice((first - roller.from) * horizon, (origin - roller.from) * horizon)
  const errors = forecasts.map((forecast, i) => {
    const t = first + Math.floor(i / horizon) + (i % horizon)
    const isInside = t < origin && t >= origin - roller.spanWindow
    return isInside ? (values[t] as number) - forecast : Number.NaN
  })
  return { forecasts, errors }
}

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
