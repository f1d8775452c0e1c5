/**
 * The constants of the method, each chosen on development parts of public data (docs/forecast-accuracy.md). They are
 * meant for every store alike: nothing here is tuned to a single medicine.
 */

/** Smoothing constants of the level; which of them serve is weighed by their own past errors. */
export const ALPHAS = [0.03, 0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.65]
/** Weight of a smoothing constant: (least squared error ÷ its own) to this power. */
export const LEVEL_POWER = 10

/** Most Fourier pairs of a medicine's own factor. */
export const MOST_PAIRS = 3
/**
 * A learned factor is pulled to its prior by n ÷ (n + k), n in years. Three years unless this medicine's own past says
 * that the pattern is so strong that less will do.
 */
export const SHRINK_YEARS = [3, 0.3]
/**
 * A season that a category shares is known from many medicines: more pairs, down to the weeks around a holiday, and less
 * shrinkage.
 */
export const SHARED_PAIRS = 18
export const SHARED_SHRINK_YEARS = 1
/** So many medicines that their common factor counts half. */
export const SHARED_HALF = 5
/** A prior or a pattern of more pairs must beat a simpler one by this ratio of squared errors. */
export const SIMPLER_UNLESS = 0.99

/** Rolling errors of the last so many seasons decide. */
export const SCORE_SEASONS = 4
export const SPAN_SEASONS = 3
/** Most periods looked back at, so that days do not cost more than they are worth. */
export const MOST_PERIODS = 209
/** Weight of an average of methods: (least squared error ÷ its own) to this power. */
export const MIX_POWER = 6
/** Rolling errors from so many periods count half of that power. */
export const MIX_HALF = 6

/** A value beyond level + this × mean absolute deviation is an outlier and counts as that bound. */
export const OUTLIER = 8
/** … and only beyond so many times the level. */
export const OUTLIER_TIMES = 4
/** Mean interval between demands, in periods, from which demand is intermittent (Syntetos & Boylan 2005). */
export const INTERMITTENT = 1.32
/** Errors grow with forecasts to this power: between constant (0) and proportional (1). */
export const SPREAD_POWER = 0.5
/** Until there are so many rolling errors, a guessed spread stands for the missing ones. */
export const FEW_ERRORS = 12
