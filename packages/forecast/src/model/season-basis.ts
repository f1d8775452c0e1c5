/** `count` rows of 1, cos, sin, cos, … from period `from`, 1 + 2 × `pairs` long. `season` may be 365.25 / 7 weeks. */
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
