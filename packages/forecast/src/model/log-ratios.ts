/** Known share of a season that makes its mean a level. */
const KNOWN_SHARE = 2 / 3

/**
 * Log ratio of each value to the centred mean of its season; NaN if too little is known. It needs values up to half a
 * season later. A small offset on both sides keeps zero demand finite.
 */
export function logRatios(values: Float64Array, season: number): Float64Array {
  const half = Math.floor(season / 2)
  // An even season has no middle: its first and last period count half each.
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
