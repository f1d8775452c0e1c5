/** Constants chosen on public development data (docs/forecast-accuracy.md) for all stores, never for one medicine. */

/** Smoothing constants of the level, weighted by past errors. */
export const ALPHAS = [0.03, 0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.65]
/** Weight of a smoothing constant: (least squared error ÷ its own) to this power. */
export const LEVEL_POWER = 10

/** Maximum Fourier pairs of a medicine's own factor. */
export const MOST_PAIRS = 3
/** A learned factor weighs n ÷ (n + k) against its prior, n in years. The small k is for a strong past pattern. */
export const SHRINK_YEARS = [3, 0.3]
/** A category has many medicines: more pairs, down to the weeks around a holiday, and less shrinkage. */
export const SHARED_PAIRS = 18
export const SHARED_SHRINK_YEARS = 1
/** Number of medicines at which their common factor counts half. */
export const SHARED_HALF = 5
/** Ratio of squared errors by which a more complex factor must win. */
export const SIMPLER_UNLESS = 0.99

/** Seasons of rolling errors that decide. */
export const SCORE_SEASONS = 4
export const SPAN_SEASONS = 3
/** Maximum periods looked back at, which bounds the cost of daily data. */
export const MOST_PERIODS = 209
/** Weight of an average: (least squared error ÷ its own) to this power. */
export const MIX_POWER = 6
/** Number of periods at which rolling errors count half of that power. */
export const MIX_HALF = 6

/** Values beyond level + this × mean absolute deviation are capped there. */
export const OUTLIER = 8
/** Values are capped only beyond this many times the level. */
export const OUTLIER_TIMES = 4
/** Mean interval between demands, in periods, from which demand is intermittent (Syntetos & Boylan 2005). */
export const INTERMITTENT = 1.32
/** Power by which errors grow with forecasts: 0 is constant, 1 proportional. */
export const SPREAD_POWER = 0.5
/** With fewer rolling errors an assumed spread replaces the missing ones. */
export const FEW_ERRORS = 12
