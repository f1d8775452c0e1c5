import type { History } from '../consumption/consumption.ts'
import { NestedRidge } from './ridge.ts'
import { addRows, logRatios, pairsOf, seasonBasis } from './season-basis.ts'
import { HALF_WEIGHT_MEDICINES, SHARED_PAIRS, SHARED_SHRINK_YEARS } from './settings.ts'
import { withoutOutliers } from './without-outliers.ts'

interface LogFactors {
  from: number
  values: Float64Array
}

/** Maximum log ratio, so that no single medicine dominates its category. */
const MOST_LOG = 1.5

/** Seasonal pattern of a category or of all medicines. At period `at` it uses only data from before `at`. */
export class SharedSeason {
  private readonly season: number
  private readonly pairs: number
  private readonly ridge: NestedRidge
  private from = Number.POSITIVE_INFINITY
  private sums = new Float64Array(0)
  private counts = new Float64Array(0)
  private basis: Float64Array = new Float64Array(0)
  private readonly fitted = new Map<number, Float64Array>()
  private readonly logFactorsAt = new Map<number, LogFactors>()

  /** Pass an array, not a generator, because the histories are read twice. */
  constructor(season: number, histories: readonly History[]) {
    this.season = season
    this.pairs = pairsOf(season, SHARED_PAIRS)
    this.ridge = new NestedRidge(1 + 2 * this.pairs)
    if (this.pairs === 0) return
    let end = Number.NEGATIVE_INFINITY
    for (const { start, values } of histories) {
      this.from = Math.min(this.from, start)
      end = Math.max(end, start + values.length)
    }
    const length = Math.max(0, end - this.from)
    this.sums = new Float64Array(Number.isFinite(length) ? length : 0)
    this.counts = new Float64Array(this.sums.length)
    this.basis = seasonBasis(season, this.from, this.sums.length, this.pairs)
    for (const history of histories) this.add(history)
  }

  /** Uses only periods before `at`; covers at least `from` to `end`. Cached for the other medicines of the category. */
  logFactors(at: number, from: number, end: number): LogFactors {
    const cached = this.logFactorsAt.get(at) ?? { from, values: new Float64Array(0) }
    const cachedEnd = cached.from + cached.values.length
    if (cached.from <= from && cachedEnd >= end) return cached
    const first = Math.min(from, cached.from)
    const values = new Float64Array(Math.max(end, cachedEnd) - first)
    const coefficients = this.coefficients(at)
    if (coefficients.some((part) => part !== 0)) {
      const basis = seasonBasis(this.season, first, values.length, this.pairs)
      addRows(values, basis, coefficients, coefficients.length, values.length)
    }
    const factors = { from: first, values }
    this.logFactorsAt.set(at, factors)
    return factors
  }

  private coefficients(at: number): Float64Array {
    const fitted = this.fitted.get(at) ?? this.fit(at)
    this.fitted.set(at, fitted)
    return fitted
  }

  /** Weight of the shared factor against a given multiplier: n ÷ (n + k), with n in years. */
  weight(at: number): number {
    const years = Math.max(0, Math.min(this.sums.length, at - this.from) / this.season)
    return this.coefficients(at).some((part) => part !== 0) ? years / (years + SHARED_SHRINK_YEARS) : 0
  }

  private add({ start, values }: History): void {
    const ratios = logRatios(withoutOutliers(values, this.season), this.season)
    for (let t = 0; t < ratios.length; t++) {
      const ratio = ratios[t] as number
      if (Number.isNaN(ratio)) continue
      const i = start + t - this.from
      this.sums[i] = (this.sums[i] as number) + Math.max(-MOST_LOG, Math.min(MOST_LOG, ratio))
      this.counts[i] = (this.counts[i] as number) + 1
    }
  }

  private fit(at: number): Float64Array {
    const { ridge, season, sums, counts } = this
    const width = 1 + 2 * this.pairs
    const coefficients = new Float64Array(width)
    const end = Math.min(sums.length, at - Math.floor(season / 2) - this.from)
    if (end < season / 2) return coefficients
    ridge.clear()
    for (let t = 0; t < end; t++) {
      const count = counts[t] as number
      // Skips periods with one medicine, for which its own factor is better than a shared one.
      if (count > 1) {
        ridge.add(
          this.basis,
          t * width,
          (sums[t] as number) / count,
          (count - 1) / (count + HALF_WEIGHT_MEDICINES),
        )
      }
    }
    ridge.factorise((SHARED_SHRINK_YEARS * season) / 2)
    ridge.solve(width, coefficients)
    coefficients[0] = 0
    return coefficients
  }
}
