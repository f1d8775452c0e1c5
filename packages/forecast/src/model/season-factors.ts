import type { History } from '../consumption/consumption.ts'
import { NestedRidge } from './ridge.ts'
import { addRows, logRatios, pairsOf, seasonBasis } from './season-basis.ts'
import { MAX_PAIRS, SHRINK_YEARS } from './settings.ts'
import type { SharedSeason } from './shared-season.ts'

/** Seasonal pattern to assume before the medicine's own history shows one. */
export interface Prior {
  shared?: SharedSeason | undefined
  given?: ((period: number) => number) | undefined
}

/**
 * Candidates for the seasonal factors, learned again over time. 0: none. 1: the prior. Others: the prior with 1 to 3
 * Fourier pairs of the medicine itself, strongly or weakly shrunk. Factors average 1 over a season.
 */
export class SeasonFactors {
  count = 1
  /** factors[i][t] belongs to period `start + t`. */
  readonly factors: Float64Array[]
  private readonly history: History
  private readonly season: number
  private readonly prior: Prior
  private readonly pairs: number
  private readonly length: number
  private readonly basis: Float64Array
  private readonly ratios: Float64Array
  private readonly base: Float64Array
  private readonly ridges: NestedRidge[]

  constructor(history: History, season: number, ahead: number, prior: Prior) {
    this.history = history
    this.season = season
    this.prior = prior
    this.pairs = pairsOf(season, MAX_PAIRS)
    this.length = history.values.length + Math.max(ahead, Math.ceil(season))
    this.basis = seasonBasis(season, history.start, this.length, this.pairs)
    this.ratios = logRatios(history.values, season)
    this.base = new Float64Array(this.length)
    this.ridges = SHRINK_YEARS.map(() => new NestedRidge(1 + 2 * this.pairs))
    const most = season < 2 ? 1 : 2 + SHRINK_YEARS.length * this.pairs
    this.factors = Array.from({ length: most }, () => new Float64Array(this.length).fill(1))
  }

  /** Learns from values before index `end` for periods up to `ahead` after it. */
  learn(end: number, ahead: number): void {
    if (this.season < 2) return
    const upTo = Math.min(this.length, end + Math.max(ahead, Math.ceil(this.season)))
    const none = new Float64Array(1)
    this.takePrior(end, upTo)
    this.write(1, none, 1, end, upTo)
    this.count = 2
    if (!this.observe(end)) return
    const own = new Float64Array(1 + 2 * this.pairs)
    for (const [strength, years] of SHRINK_YEARS.entries()) {
      const ridge = this.ridges[strength] as NestedRidge
      ridge.factorise((years * this.season) / 2)
      for (let pairs = 1; pairs <= this.pairs; pairs++) {
        ridge.solve(1 + 2 * pairs, own)
        this.write(1 + strength * this.pairs + pairs, own, 1 + 2 * pairs, end, upTo)
      }
    }
    this.count = this.factors.length
  }

  /** Collects log ratios less the prior. False if there is less than half a season of them (18 months of history). */
  private observe(end: number): boolean {
    const [first, ...others] = this.ridges as [NestedRidge, ...NestedRidge[]]
    const width = 1 + 2 * this.pairs
    first.clear()
    let known = 0
    for (let t = 0; t < end - Math.floor(this.season / 2); t++) {
      const ratio = this.ratios[t] as number
      if (Number.isNaN(ratio)) continue
      first.add(this.basis, t * width, ratio - (this.base[t] as number), 1)
      known++
    }
    for (const other of others) other.copy(first)
    return known >= this.season / 2
  }

  private takePrior(end: number, upTo: number): void {
    const { base, prior } = this
    const { start } = this.history
    base.fill(0)
    const shared = prior.shared?.logFactors(start + end, start, start + upTo)
    if (shared) base.set(shared.values.subarray(start - shared.from, start - shared.from + upTo))
    if (!prior.given) return
    const weight = 1 - (prior.shared?.weight(start + end) ?? 0)
    for (let t = 0; t < upTo; t++) base[t] = (base[t] as number) + weight * Math.log(prior.given(start + t))
  }

  /** Scales factor `place` to a mean of 1 over the season from `end`. */
  private write(place: number, own: Float64Array, width: number, end: number, upTo: number): void {
    const factor = this.factors[place] as Float64Array
    factor.set(this.base)
    if (width > 1) addRows(factor, this.basis, own, width, upTo, 1 + 2 * this.pairs)
    const whole = Math.max(1, Math.round(this.season))
    let sum = 0
    for (let t = 0; t < upTo; t++) factor[t] = Math.exp(factor[t] as number)
    for (let t = Math.min(end, upTo - whole); t < Math.min(end, upTo - whole) + whole; t++)
      sum += factor[t] as number
    const scale = whole / sum
    for (let t = 0; t < upTo; t++) factor[t] = (factor[t] as number) * scale
  }
}
