/** Share of a season that must be known to compute its mean. */
const KNOWN_SHARE = 2 / 3

/** `count` rows of 1, cos, sin, cos, … from period `from`, 1 + 2 × `pairs` long. `season` may be fractional. */
export function seasonBasis(season: number, from: number, count: number, pairs: number): Float64Array {
  const width = 1 + 2 * pairs
  const table = new Float64Array(count * width)
  for (let t = 0; t < count; t++) {
    const angle = (2 * Math.PI * (from + t)) / season
    const row = t * width
    table[row] = 1
    for (let pair = 1; pair <= pairs; pair++) {
      table[row + 2 * pair - 1] = Math.cos(pair * angle)
      table[row + 2 * pair] = Math.sin(pair * angle)
    }
  }
  return table
}

export const pairsOf = (season: number, most: number) =>
  season < 2 ? 0 : Math.min(most, Math.floor(season / 2))

export function addRows(
  to: Float64Array,
  table: Float64Array,
  coefficients: Float64Array,
  width: number,
  upTo: number,
  rowWidth: number = width,
): void {
  for (let t = 0; t < upTo; t++) {
    let sum = to[t] as number
    for (let j = 1; j < width; j++) sum += (coefficients[j] as number) * (table[t * rowWidth + j] as number)
    to[t] = sum
  }
}

/**
 * Log ratio of each value to the mean of the season around it; NaN if too little is known. Needs values up to half a
 * season later. A small offset on both sides keeps zero demand finite.
 */
export function logRatios(values: Float64Array, season: number): Float64Array {
  const half = Math.floor(season / 2)
  // An even season has no middle period, so the first and last period count half each.
  const edge = Math.round(season) % 2 === 0 ? 0.5 : 0
  const units = values.map((value) => (Number.isNaN(value) ? 0 : value))
  const isKnown = values.map((value) => (Number.isNaN(value) ? 0 : 1))
  const unitSums = prefixSums(units)
  const knownSums = prefixSums(isKnown)
  const around = (table: Float64Array, sums: Float64Array, t: number) =>
    (sums[t + half + 1] as number) -
    (sums[t - half] as number) -
    edge * ((table[t - half] as number) + (table[t + half] as number))
  return values.map((value, t) => {
    if (t < half || t + half >= values.length || Number.isNaN(value)) return Number.NaN
    const count = around(isKnown, knownSums, t)
    if (count < KNOWN_SHARE * season) return Number.NaN
    const level = around(units, unitSums, t) / count
    const offset = Math.min(0.5, level / 4) + 0.02 * level
    return level > 0 ? Math.log((value + offset) / (level + offset)) : Number.NaN
  })
}

function prefixSums(values: Float64Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (const [t, value] of values.entries()) sums[t + 1] = (sums[t] as number) + value
  return sums
}
