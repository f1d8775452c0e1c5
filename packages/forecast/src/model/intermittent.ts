const PROBABILITY_ALPHA = 0.05
const SIZE_ALPHA = 0.1
const BLOCK_ALPHA = 0.15

/**
 * TSB: smoothed probability × smoothed size of demands; unlike Croston's it falls when demand ends. Reads `values`
 * before `end`. Source: Teunter, Syntetos & Babai 2011.
 */
export function tsb(values: Float64Array, end: number, startProbability: number): number {
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
 * ADIDA: smooths the mean of blocks, which are less intermittent; a block is as long as the mean interval between
 * demands. NaN if no block is known. Source: Nikolopoulos et al. 2011.
 */
export function adida(values: Float64Array, end: number, block: number): number {
  let level = Number.NaN
  for (let from = end % block; from + block <= end; from += block) {
    let sum = 0
    let known = 0
    for (let t = from; t < from + block; t++) {
      const value = values[t] as number
      if (Number.isNaN(value)) continue
      sum += value
      known++
    }
    if (known === 0) continue
    const mean = sum / known
    level = Number.isNaN(level) ? mean : level + BLOCK_ALPHA * (mean - level)
  }
  return level
}
