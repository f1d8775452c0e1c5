import { FEW_ERRORS, SPREAD_POWER } from './settings.ts'

/** Probabilities of the four bounds, lowest first, and their normal quantiles. */
const BOUNDS = [0.025, 0.1, 0.9, 0.975]
const NORMAL = [-1.959964, -1.281552, 1.281552, 1.959964]
/** Bounds beyond this many standard deviations are taken from whichever is wider, errors or normal. */
const FAR = 1.5
/** A guess of a spread that no errors have shown yet: half the level, and what chance alone makes of small counts. */
const GUESSED_SHARE = 0.5

export interface Intervals {
  low80: Float64Array
  high80: Float64Array
  low95: Float64Array
  high95: Float64Array
  /** Root mean squared error of past forecasts per horizon, scaled to this forecast; a guess where there are few. */
  rmse: Float64Array
}

/**
 * Limits around a forecast from the errors of the same procedure in the past. Each error is divided by the power of its
 * forecast that errors grow with and by the root mean square of its horizon; the quantiles of what remains, over all
 * horizons together, hold for all (split conformal, Vovk et al. 2005, with the ranks of n + 1).
 *
 * @param mean the forecast
 * @param errors rows of one past forecast each, actual − forecast per horizon, NaN where unknown
 * @param past the forecasts that those errors belong to
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

/** How errors grow with forecasts; forecasts near zero do not make them vanish. */
const growth = (units: number) => Math.max(units, 0.1) ** SPREAD_POWER

function spreadOf(squares: number, count: number, units: number): number {
  const missing = Math.max(0, FEW_ERRORS - count)
  const guess = ((GUESSED_SHARE * units) ** 2 + units) / growth(units) ** 2
  const spread = Math.sqrt((squares + missing * guess) / (count + missing))
  return spread > 0 ? spread : 1e-9
}

/** The empirical quantile, and the normal one instead of what few errors cannot show. */
function mixed(sorted: Float64Array, p: number, normal: number, horizon: number): number {
  const count = sorted.length
  if (count === 0) return normal
  const rank = Math.max(0, Math.min(count - 1, p * (count + 1) - 1))
  const below = sorted[Math.floor(rank)] as number
  const above = sorted[Math.ceil(rank)] as number
  const quantile = below + (above - below) * (rank - Math.floor(rank))
  // Errors of neighbouring horizons depend on each other: a row of them counts about as one.
  const rows = count / horizon
  const share = rows / (rows + FEW_ERRORS / 2)
  const bound = share * quantile + (1 - share) * normal
  // So far out the few errors there are show too little: never nearer than the normal bound.
  const sure = Math.abs(normal) > FAR ? Math.max(Math.abs(bound), Math.abs(normal)) : Math.abs(bound)
  if (p < 0.5) return bound < 0 || sure > Math.abs(bound) ? -sure : 0
  return bound > 0 || sure > Math.abs(bound) ? sure : 0
}
