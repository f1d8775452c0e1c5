import { meanKnown } from '../consumption/consumption.ts'
import type { Level } from './level.ts'

/** Minimum length of the window for the yearly average, for seasons that are shorter. */
const LEAST_YEAR = 12
/** Number of seasons over which the slope is fitted. Theta uses half the slope as drift. */
const DRIFT_SEASONS = 5
const LEAST_DRIFT_VALUES = 8
/** Number of earlier years averaged for the same period, and how many years back to search for them. */
const SAME_YEARS = 3
const YEARS_BACK = 6
const PROBABILITY_ALPHA = 0.05
const SIZE_ALPHA = 0.1
const BLOCK_ALPHA = 0.15

/** Mean of the last year before `end`, without seasonal effect. NaN if no value is known. */
export function yearMean(values: Float64Array, factor: Float64Array, end: number, season: number): number {
  const window =
    Math.round(season) >= LEAST_YEAR ? Math.round(season) : Math.max(4 * Math.round(season), LEAST_YEAR)
  return meanKnown(values, end - window, end, factor)
}

/**
 * Theta method: smoothed level, with half the slope of the past values without seasonal effect. Returns the level at
 * horizon 0 and the drift per period. Source: Assimakopoulos & Nikolopoulos 2000; Hyndman & Billah 2003 for this form.
 */
export function theta(values: Float64Array, factor: Float64Array, end: number, season: number, level: Level) {
  let count = 0
  let sumT = 0
  let sumY = 0
  let sumTY = 0
  let sumTT = 0
  for (let t = Math.max(0, end - Math.round(DRIFT_SEASONS * Math.max(season, LEAST_YEAR))); t < end; t++) {
    const value = (values[t] as number) / (factor[t] as number)
    if (Number.isNaN(value)) continue
    const x = t - end
    count++
    sumT += x
    sumY += value
    sumTY += x * value
    sumTT += x * x
  }
  const spread = count * sumTT - sumT * sumT
  const slope = count >= LEAST_DRIFT_VALUES && spread > 0 ? (count * sumTY - sumT * sumY) / spread : 0
  const drift = slope / 2
  return { level: level.value + (drift * (1 - (1 - level.alpha) ** end)) / level.alpha, drift }
}

/** Value of the same period one season before, and its mean over up to three seasons. NaN if unknown. */
export function samePeriod(values: Float64Array, end: number, ahead: number, season: number) {
  let sum = 0
  let known = 0
  let latest = Number.NaN
  for (let years = 1; years <= YEARS_BACK + Math.ceil(ahead / season) && known < SAME_YEARS; years++) {
    const t = end + ahead - Math.round(years * season)
    if (t < 0) break
    const value = t < end ? (values[t] as number) : Number.NaN
    if (Number.isNaN(value)) continue
    if (known === 0) latest = value
    sum += value
    known++
  }
  return { latest, mean: sum / known }
}

/** TSB: smoothed probability × size of demands. Unlike Croston's, it falls when demand ends (Teunter et al. 2011). */
function tsb(values: Float64Array, end: number, startProbability: number): number {
  let probability = startProbability
  let size = Number.NaN
  for (let t = 0; t < end; t++) {
    const value = values[t] as number
    if (Number.isNaN(value)) continue
    probability += PROBABILITY_ALPHA * ((value > 0 ? 1 : 0) - probability)
    if (value > 0) size = Number.isNaN(size) ? value : size + SIZE_ALPHA * (value - size)
  }
  return Number.isNaN(size) ? 0 : probability * size
}

/**
 * ADIDA: smooths means of blocks, which vary less than single periods. A block is as long as the mean interval between
 * demands. NaN if no block is known. Source: Nikolopoulos et al. 2011.
 */
function adida(values: Float64Array, end: number, block: number): number {
  let level = Number.NaN
  for (let from = end % block; from + block <= end; from += block) {
    const mean = meanKnown(values, from, from + block)
    if (Number.isNaN(mean)) continue
    level = Number.isNaN(level) ? mean : level + BLOCK_ALPHA * (mean - level)
  }
  return level
}

/** Mean of SES, TSB and ADIDA. `known`: number of known values; `demands`: number of values above 0. */
export function intermittent(values: Float64Array, end: number, ses: number, known: number, demands: number) {
  const blocks = adida(values, end, Math.max(2, Math.round(known / demands)))
  return (ses + tsb(values, end, demands / known) + (Number.isNaN(blocks) ? ses : blocks)) / 3
}
