/** Share of a season that must be known for its mean to be a level. */
const KNOWN_SHARE = 2 / 3

/**
 * Log ratio of each value to the mean of the season centred on it: what the season does to a period. NaN where too
 * little of that season is known. An entry needs nothing later than half a season after it.
 *
 * Both sides get a small offset, so that a period without demand is a low ratio and not minus infinity.
 */
export function logRatios(values: Float64Array, season: number): Float64Array {
  const half = Math.floor(season / 2)
  const even = Math.round(season) % 2 === 0
  const { sums, counts } = runningSums(values)
  const out = new Float64Array(values.length).fill(Number.NaN)
  for (let t = half; t + half < values.length; t++) {
    const value = values[t] as number
    if (Number.isNaN(value)) continue
    let sum = (sums[t + half + 1] as number) - (sums[t - half] as number)
    let count = (counts[t + half + 1] as number) - (counts[t - half] as number)
    if (even) {
      // The season has no middle: its first and last period are halves of the same one.
      const ends = edges(values[t - half] as number, values[t + half] as number)
      sum -= ends.sum / 2
      count -= ends.count / 2
    }
    if (count < KNOWN_SHARE * season) continue
    const level = sum / count
    const offset = Math.min(0.5, level / 4) + 0.02 * level
    if (level > 0) out[t] = Math.log((value + offset) / (level + offset))
  }
  return out
}

function runningSums(values: Float64Array): { sums: Float64Array; counts: Float64Array } {
  const sums = new Float64Array(values.length + 1)
  const counts = new Float64Array(values.length + 1)
  for (let t = 0; t < values.length; t++) {
    const value = values[t] as number
    const isKnown = !Number.isNaN(value)
    sums[t + 1] = (sums[t] as number) + (isKnown ? value : 0)
    counts[t + 1] = (counts[t] as number) + (isKnown ? 1 : 0)
  }
  return { sums, counts }
}

function edges(first: number, last: number): { sum: number; count: number } {
  const isFirst = !Number.isNaN(first)
  const isLast = !Number.isNaN(last)
  return { sum: (isFirst ? first : 0) + (isLast ? last : 0), count: Number(isFirst) + Number(isLast) }
}
