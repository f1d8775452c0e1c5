import type { History } from '../consumption/consumption.ts'
import { intermittent, samePeriod, theta, yearMean } from './candidates.ts'
import { Level } from './level.ts'
import { RollingScores } from './rolling-scores.ts'
import { type Prior, SeasonFactors } from './season-factors.ts'
import * as settings from './settings.ts'
import { withoutOutliers } from './without-outliers.ts'

/** Forecast methods. `MIXES` combines up to four of them; tables use the index. */
export const METHODS = [
  'ses',
  'factor',
  'year',
  'theta',
  'same-period',
  'seasonal-naive',
  'intermittent',
] as const
export type Method = (typeof METHODS)[number]

const place = (method: Method) => METHODS.indexOf(method)

/** SES and seasonal naive also occur alone, in case the seasonal factors are wrong. */
const smooth: Method[][] = [
  ['factor', 'year', 'theta'],
  ['ses'],
  ['factor'],
  ['year'],
  ['theta'],
  ['seasonal-naive'],
  ['ses', 'factor'],
  ['factor', 'year'],
  ['factor', 'theta'],
  ['ses', 'factor', 'theta'],
  ['factor', 'same-period'],
  ['factor', 'same-period', 'theta'],
  ['ses', 'factor', 'same-period', 'theta'],
  ['ses', 'factor', 'year', 'theta'],
]

const lumpy: Method[][] = [['intermittent'], ['ses'], ['seasonal-naive']]

/** Indices of the methods of each mix. The first `SMOOTH` mixes are for smooth demand, the rest for intermittent. */
const MIXES: number[][] = [...smooth, ...lumpy].map((methods) => methods.map(place))
const SMOOTH = smooth.length

/** Maximum number of times per season that factors are learned again. Less often for long histories. */
const LEARNINGS = 13
const OFTEN = 50
/** Maximum of a trend, as a multiple of the level. */
const MOST_TIMES = 3

/**
 * Forecasts each period of a history from the periods before it, in one pass. The errors that select methods and set
 * limits are thus errors of real forecasts. One pass serves any number of origins.
 */
export class Roller {
  readonly from: number
  /** finals[(o − from) × horizon + h]: the forecast made at o for period o + h. */
  readonly finals: Float64Array
  readonly weights = new Float64Array(METHODS.length)
  factor: Float64Array
  readonly scoreWindow: number
  readonly spanWindow: number
  private readonly start: number
  private readonly clean: Float64Array
  private readonly season: number
  private readonly horizon: number
  private readonly factors: SeasonFactors
  private readonly levels: Level[]
  private readonly variants: Float64Array[]
  /** methods[i][(o − from) × horizon + h]: forecast of method i at o for period o + h. */
  private readonly methods: Float64Array[]
  private readonly variantScores: RollingScores
  private readonly mixScores: RollingScores
  /** Number of known values before the origin. */
  known = 0
  private demands = 0

  /** `firstOrigin`: index of the first origin whose forecast will be read. */
  constructor(history: History, season: number, horizon: number, prior: Prior, firstOrigin: number) {
    const { start, values } = history
    this.start = start
    this.season = season
    this.horizon = horizon
    this.clean = withoutOutliers(values, season)
    const window = (seasons: number) =>
      Math.min(settings.MAX_PERIODS, Math.round(seasons * Math.max(season, 12)))
    this.scoreWindow = window(settings.SCORE_SEASONS)
    this.spanWindow = window(settings.SPAN_SEASONS)
    // Earlier periods have no influence on the first origin, neither by errors nor by choice of methods or factors.
    const reach = this.spanWindow + 2 * this.scoreWindow + 3 * horizon
    this.from = Math.max(1, firstOrigin - reach)
    this.factors = new SeasonFactors({ start, values: this.clean }, season, horizon + 1, prior)
    this.factor = this.factors.factors[0] as Float64Array
    const table = () =>
      new Float64Array(Math.max(0, values.length + 1 - this.from) * horizon).fill(Number.NaN)
    this.variants = this.factors.factors.map(table)
    this.methods = METHODS.map((_, i) => (i === 0 ? (this.variants[0] as Float64Array) : table()))
    this.finals = table()
    this.levels = this.variants.map(() => new Level())
    this.variantScores = new RollingScores(this.variants.length, this.from, values.length)
    this.mixScores = new RollingScores(MIXES.length, this.from, values.length)
    this.catchUp()
  }

  /** Must be called for each origin in turn. */
  forecastAt(origin: number): void {
    if (origin > this.from) this.take(origin)
    if (this.known === 0) return
    this.forecastVariants(origin)
    this.forecastMethods(origin)
    this.forecastFinal(origin)
  }

  private catchUp(): void {
    let learned = 1
    for (let end = 1; end <= this.from; end++) {
      if (this.isDue(end)) learned = end
      this.count(this.clean[end - 1] as number)
    }
    this.learn(learned)
    for (let t = learned; t < this.from; t++) this.updateLevels(t)
  }

  /** Depends only on calendar and age, not on where the history ends, so that past forecasts are reproducible. */
  private isDue(end: number): boolean {
    const base = Math.max(1, Math.ceil(this.season / LEARNINGS))
    const stride = base * 2 ** Math.max(0, Math.floor(Math.log2(end / (OFTEN * base))))
    return end === 1 || (this.start + end) % stride === 0
  }

  private count(value: number): void {
    if (Number.isNaN(value)) return
    this.known++
    if (value > 0) this.demands++
  }

  private learn(end: number): void {
    this.factors.learn(end, this.horizon + 2 * Math.ceil(this.season))
    for (const [i, level] of this.levels.entries()) {
      if (i >= this.factors.count) break
      const factor = this.factors.factors[i] as Float64Array
      level.reset()
      for (let t = 0; t < end; t++) level.update((this.clean[t] as number) / (factor[t] as number))
    }
  }

  private updateLevels(t: number): void {
    for (let i = 0; i < this.factors.count; i++) {
      const factor = this.factors.factors[i] as Float64Array
      this.levels[i]?.update((this.clean[t] as number) / (factor[t] as number))
    }
  }

  /** Scores the forecasts of the value before `origin`, then learns from it. */
  private take(origin: number): void {
    const t = origin - 1
    const value = this.clean[t] as number
    this.variantScores.open(t, !Number.isNaN(value))
    this.mixScores.open(t, !Number.isNaN(value))
    if (!Number.isNaN(value)) this.score(t, value)
    this.count(value)
    if (this.isDue(origin)) this.learn(origin)
    else this.updateLevels(t)
  }

  private score(t: number, value: number): void {
    const ahead = Math.min(this.horizon - 1, t - this.from)
    for (let h = 0; h <= ahead; h++) {
      const place = (t - h - this.from) * this.horizon + h
      if (Number.isNaN(this.finals[place] as number)) continue
      for (let i = 0; i < this.variants.length; i++) {
        const error = value - ((this.variants[i] as Float64Array)[place] as number)
        this.variantScores.add(i, t, error * error)
      }
      for (let m = 0; m < MIXES.length; m++) {
        const parts = MIXES[m] as number[]
        let sum = 0
        for (let p = 0; p < parts.length; p++) {
          sum += (this.methods[parts[p] as number] as Float64Array)[place] as number
        }
        const error = value - sum / parts.length
        this.mixScores.add(m, t, error * error)
      }
    }
  }

  private forecastVariants(origin: number): void {
    const row = (origin - this.from) * this.horizon
    for (let i = 0; i < this.variants.length; i++) {
      const learned = Math.min(i, this.factors.count - 1)
      const factor = this.factors.factors[learned] as Float64Array
      const level = i === learned ? (this.levels[i] as Level).weigh() : (this.levels[learned] as Level).value
      const table = this.variants[i] as Float64Array
      for (let h = 0; h < this.horizon; h++) table[row + h] = level * (factor[origin + h] as number)
    }
  }

  /** Chooses the factor with the least rolling error, but a more complex one only if it is better by 1 %. */
  private chooseFactor(origin: number): number {
    let best = Math.min(1, this.factors.count - 1)
    let least = this.variantScores.sum(best, origin, this.scoreWindow)
    for (let i = best + 1; i < this.factors.count; i++) {
      const score = this.variantScores.sum(i, origin, this.scoreWindow)
      if (score < least * settings.COMPLEX_FACTOR_THRESHOLD) {
        best = i
        least = score
      }
    }
    return best
  }

  private forecastMethods(origin: number): void {
    const { horizon, season, clean } = this
    const chosen = this.chooseFactor(origin)
    this.factor = this.factors.factors[chosen] as Float64Array
    const level = this.levels[chosen] as Level
    const year = yearMean(clean, this.factor, origin, season)
    const line = theta(clean, this.factor, origin, season, level)
    const isLumpy = this.isIntermittent()
    const ses = (this.levels[0] as Level).value
    const lumpy = isLumpy ? intermittent(clean, origin, ses, this.known, this.demands) : ses
    const row = (origin - this.from) * horizon
    for (let h = 0; h < horizon; h++) {
      const factor = this.factor[origin + h] as number
      const modelled = level.value * factor
      const same = samePeriod(clean, origin, h, season)
      const trend = Math.max(0, Math.min(line.level + line.drift * h, MOST_TIMES * level.value))
      const made: Record<Exclude<Method, 'ses'>, number> = {
        factor: modelled,
        year: Number.isNaN(year) ? modelled : year * factor,
        theta: trend * factor,
        'same-period': Number.isNaN(same.mean) ? modelled : same.mean,
        'seasonal-naive': Number.isNaN(same.latest) ? modelled : same.latest,
        intermittent: lumpy,
      }
      for (const [i, method] of METHODS.entries())
        if (method !== 'ses') (this.methods[i] as Float64Array)[row + h] = made[method]
    }
  }

  private isIntermittent(): boolean {
    return this.demands > 0 && this.known > settings.INTERMITTENT_INTERVAL * this.demands
  }

  /** Weights mixes by their rolling errors, and methods by the mixes they are in. */
  private weigh(origin: number): void {
    const [first, end] = this.isIntermittent() ? [SMOOTH, MIXES.length] : [0, SMOOTH]
    const count = this.mixScores.count(origin, this.scoreWindow)
    const power = (settings.MIX_POWER * count) / (count + settings.HALF_MIX_POWER_PERIODS)
    let least = Number.POSITIVE_INFINITY
    for (let m = first; m < end; m++) least = Math.min(least, this.mixScores.sum(m, origin, this.scoreWindow))
    let total = 0
    this.weights.fill(0)
    for (let m = first; m < end; m++) {
      const score = this.mixScores.sum(m, origin, this.scoreWindow)
      const weight = ((Math.max(0, least) + 1e-9) / (Math.max(0, score) + 1e-9)) ** power
      const parts = MIXES[m] as number[]
      for (const part of parts) this.weights[part] = (this.weights[part] as number) + weight / parts.length
      total += weight
    }
    for (let i = 0; i < this.weights.length; i++) this.weights[i] = (this.weights[i] as number) / total
  }

  private forecastFinal(origin: number): void {
    this.weigh(origin)
    const row = (origin - this.from) * this.horizon
    for (let h = 0; h < this.horizon; h++) {
      let sum = 0
      for (let i = 0; i < this.methods.length; i++) {
        const weight = this.weights[i] as number
        if (weight > 0) sum += weight * ((this.methods[i] as Float64Array)[row + h] as number)
      }
      this.finals[row + h] = Math.max(0, sum)
    }
  }
}
