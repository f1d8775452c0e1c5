import { MIN_KNOWN_ERRORS, SPREAD_POWER } from './settings.ts'

/** Probabilities of the four limits, and the corresponding quantiles of a normal distribution. */
const BOUNDS = [0.025, 0.1, 0.9, 0.975]
const NORMAL = [-1.959964, -1.281552, 1.281552, 1.959964]
/** Limits this many standard deviations away, or further, use the wider of empirical and normal quantile. */
const FAR = 1.5
/** Standard deviation assumed without past errors: this share of the forecast, plus Poisson variation. */
const GUESSED_SHARE = 0.5

export interface Intervals {
  low80: Float64Array
  high80: Float64Array
  low95: Float64Array
  high95: Float64Array
  /** Root mean squared past error per horizon, scaled to this forecast. Estimated if there are few errors. */
  rmse: Float64Array
}

/**
 * Computes limits from the errors of past forecasts. Errors are normalised by a power of the forecast and by the RMSE
 * of their horizon; the quantiles over all horizons apply to each (split conformal, Vovk et al. 2005, with the ranks of
 * n + 1).
 * @param errors one row per past forecast, actual − forecast per horizon, NaN if unknown
 * @param past the forecasts of those errors
 */
export function intervalsOf(mean: Float64Array, errors: Float64Array, past: Float64Array): Intervals {
  const horizon = mean.length
  const rmse = new Float64Array(horizon)
  const scaled = new Float64Array(errors.length)
  let known = 0
  for (let h = 0; h < horizon; h++) {
    const from = known
    let squares = 0
    for (let i = h; i < errors.length; i += horizon) {
      const error = (errors[i] as number) / growth(past[i] as number)
      if (Number.isNaN(error)) continue
      scaled[known++] = error
      squares += error * error
    }
    const spread = spreadOf(squares, known - from, mean[h] as number)
    rmse[h] = spread * growth(mean[h] as number)
    for (let i = from; i < known; i++) scaled[i] = (scaled[i] as number) / spread
  }
  const sorted = scaled.subarray(0, known).sort()
  const bounds = BOUNDS.map((p, i) => mixed(sorted, p, NORMAL[i] as number, horizon))
  const limit = (bound: number) =>
    mean.map((units, h) => Math.max(0, units + (bounds[bound] as number) * (rmse[h] as number)))
  return { low95: limit(0), low80: limit(1), high80: limit(2), high95: limit(3), rmse }
}

/** How errors grow with the forecast. The minimum keeps them above zero. */
const growth = (units: number) => Math.max(units, 0.1) ** SPREAD_POWER

function spreadOf(squares: number, count: number, units: number): number {
  const missing = Math.max(0, MIN_KNOWN_ERRORS - count)
  const guess = ((GUESSED_SHARE * units) ** 2 + units) / growth(units) ** 2
  const spread = Math.sqrt((squares + missing * guess) / (count + missing))
  return spread > 0 ? spread : 1e-9
}

/** Mixes the empirical quantile with the normal one; the fewer errors, the more of the normal one. */
function mixed(sorted: Float64Array, p: number, normal: number, horizon: number): number {
  const count = sorted.length
  if (count === 0) return normal
  const rank = Math.max(0, Math.min(count - 1, p * (count + 1) - 1))
  const below = sorted[Math.floor(rank)] as number
  const above = sorted[Math.ceil(rank)] as number
  const quantile = below + (above - below) * (rank - Math.floor(rank))
  // Errors of adjacent horizons depend on each other, so a whole row counts as one error.
  const rows = count / horizon
  const share = rows / (rows + MIN_KNOWN_ERRORS / 2)
  const bound = share * quantile + (1 - share) * normal
  // With few errors, extremes are underestimated, so the limit is never narrower than the normal one.
  const sure = Math.abs(normal) > FAR ? Math.max(Math.abs(bound), Math.abs(normal)) : Math.abs(bound)
  if (p < 0.5) return bound < 0 || sure > Math.abs(bound) ? -sure : 0
  return bound > 0 || sure > Math.abs(bound) ? sure : 0
}
