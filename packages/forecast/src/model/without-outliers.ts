import { INTERMITTENT_INTERVAL, OUTLIER_DEVIATIONS, OUTLIER_LEVEL_MULTIPLE } from './settings.ts'

const ALPHA = 0.15
const SCALE_ALPHA = 0.1
const FEW = 8
/** A value up to this multiple of last season's value is not an outlier. */
const AGAIN = 1.25

/**
 * Caps single huge values at the largest of: level + 8 × mean absolute deviation, four times the level, and last
 * season's value. Level and deviation are smoothed over the past, so a lasting change passes after two or three
 * periods. Intermittent demand is not capped, because large values are usual there.
 */
export function withoutOutliers(values: Float64Array, season: number): Float64Array {
  const out = Float64Array.from(values)
  let level = 0
  let scale = 0
  let known = 0
  let demands = 0
  for (let t = 0; t < values.length; t++) {
    const value = values[t] as number
    if (Number.isNaN(value)) continue
    known++
    if (value > 0) demands++
    if (known > FEW && known <= INTERMITTENT_INTERVAL * demands) {
      const usual = Math.max(level + OUTLIER_DEVIATIONS * scale + 1, OUTLIER_LEVEL_MULTIPLE * level)
      if (value > usual) out[t] = Math.min(value, Math.max(usual, AGAIN * seasonAgo(values, t, season)))
    }
    const error = (out[t] as number) - level
    if (known > 1) scale += Math.max(SCALE_ALPHA, 1 / (known - 1)) * (Math.abs(error) - scale)
    level += Math.max(ALPHA, 1 / known) * error
  }
  return out
}

function seasonAgo(values: Float64Array, t: number, season: number): number {
  if (season < 2) return 0
  const middle = t - Math.round(season)
  let most = 0
  for (let i = Math.max(0, middle - 1); i <= middle + 1; i++) {
    const value = values[i] as number
    if (value > most) most = value
  }
  return most
}
