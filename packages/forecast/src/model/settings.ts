/** Constants for all stores, chosen on public development data (docs/forecast-accuracy.md). */

/** Smoothing constants of the level. Past errors decide their weights. */
export const ALPHAS = [0.03, 0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.65]
/** A smoothing constant has the weight (smallest squared error ÷ its squared error) to this power. */
export const LEVEL_POWER = 10

/** Maximum Fourier pairs of a medicine's own seasonal factor. */
export const MAX_PAIRS = 3
/** A learned factor weighs n ÷ (n + this) against its prior, n in years. The small one is for strong patterns. */
export const SHRINK_YEARS = [3, 0.3]
/** Fourier pairs of a category's factor: more, because many medicines show even the weeks around a holiday. */
export const SHARED_PAIRS = 18
export const SHARED_SHRINK_YEARS = 1
/** Number of medicines at which their common factor has about half its weight. */
export const HALF_WEIGHT_MEDICINES = 5
/** A more complex factor is used if its squared error is less than this share of the simpler one's. */
export const COMPLEX_FACTOR_THRESHOLD = 0.99

/** Number of past seasons whose errors decide between candidates. */
export const SCORE_SEASONS = 4
export const SPAN_SEASONS = 3
/** Maximum number of past periods used, to limit the cost of daily data. */
export const MAX_PERIODS = 209
/** A mix has the weight (smallest squared error ÷ its squared error) to this power. */
export const MIX_POWER = 6
/** Number of periods of errors at which that power is halved. */
export const HALF_MIX_POWER_PERIODS = 6

/** Maximum of a value: level + this × mean absolute deviation. */
export const OUTLIER_DEVIATIONS = 8
/** Values up to this multiple of the level are never capped. */
export const OUTLIER_LEVEL_MULTIPLE = 4
/** From this mean interval between demands on, in periods, demand is intermittent (Syntetos & Boylan 2005). */
export const INTERMITTENT_INTERVAL = 1.32
/** Errors grow with this power of the forecast: 0 is constant, 1 proportional. */
export const SPREAD_POWER = 0.5
/** If fewer past errors are known, an assumed spread stands in for the missing ones. */
export const MIN_KNOWN_ERRORS = 12
