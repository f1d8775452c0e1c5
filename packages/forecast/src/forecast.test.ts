import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { History } from './consumption/consumption.ts'
import { errorsOfTotals, type Forecast, forecast, forecastEach } from './forecast.ts'
import { SharedSeason } from './model/shared-season.ts'
import { safetyStock, suggestOrder } from './stock/reorder.ts'

/** Same numbers each time: a sum of sines stands for chance. */
const chance = (t: number) => Math.sin(t * 12.9898) * 0.5 + Math.sin(t * 78.233) * 0.5
const seasonal = (length: number, strength: number, level = 100) =>
  Float64Array.from({ length }, (_, t) =>
    Math.max(0, level * (1 + strength * Math.cos((2 * Math.PI * t) / 12)) * (1 + 0.1 * chance(t))),
  )
const months = (values: Float64Array, start = 360) => ({ start, values })
const options = { season: 12, horizon: 12 }

const units = fc.oneof(
  { weight: 5, arbitrary: fc.nat(300) },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e12, noNaN: true }) },
)
/** Histories that broken forecasts were found with, beside random ones. */
const values = fc.oneof(
  { weight: 4, arbitrary: fc.array(units, { maxLength: 120 }) },
  { weight: 1, arbitrary: fc.nat(120).map((length) => new Array<number>(length).fill(0)) },
  { weight: 1, arbitrary: fc.tuple(units, fc.nat(120)).map(([each, length]) => Array(length).fill(each)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom([1e12], [0], [Number.NaN, 5e-324], [0, 0, 1e15, 0], [1, Number.NaN]),
  },
  // One huge value among usual ones.
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.nat(100), fc.nat(9_000))
      .map(([at, most]) => Array.from({ length: 110 }, (_, t) => (t === at ? most : 50 + (t % 12)))),
  },
  // Rare demand, and a gap as long as a year.
  {
    weight: 1,
    arbitrary: fc.nat(40).map((every) => Array.from({ length: 110 }, (_, t) => (t % (every + 2) ? 0 : 9))),
  },
  {
    weight: 1,
    arbitrary: fc
      .nat(60)
      .map((from) => Array.from({ length: 110 }, (_, t) => (t > from && t < from + 50 ? Number.NaN : t))),
  },
)
const histories = fc.record({
  start: fc.integer({ min: -500, max: 3000 }),
  values: values.map((list) => Float64Array.from(list)),
})
const settings = fc.record({
  season: fc.constantFrom(1, 2, 4, 7, 12, 13, 365.25 / 7),
  horizon: fc.integer({ min: 1, max: 14 }),
})
/** A given multiplier as the service passes it, at its extremes too. */
const givens = fc
  .option(fc.array(fc.constantFrom(0.05, 0.5, 1, 2, 20), { minLength: 12, maxLength: 12 }), {
    nil: undefined,
  })
  .map((factors) => factors && ((period: number) => factors[((period % 12) + 12) % 12] as number))

function expectSound(made: Forecast, horizon: number): void {
  const { mean, low80, high80, low95, high95, rmse, factors, base, weights } = made
  const numbers = [mean, low80, high80, low95, high95, rmse, factors, [base]].flatMap((column) => [...column])
  expect(numbers.filter((each) => !(each >= 0 && Number.isFinite(each)))).toEqual([])
  const limits = Array.from(mean, (_, h) =>
    [low95, low80, mean, high80, high95].map((column) => column[h] as number),
  )
  expect(limits.map((row) => row.toSorted((a, b) => a - b))).toEqual(limits)
  expect(limits).toHaveLength(horizon)
  const isProduct = (each: number, h: number) =>
    Math.abs(base * (factors[h] as number) - each) <= 1e-9 * each + 1e-300
  expect(mean.filter((each, h) => !isProduct(each, h))).toHaveLength(0)
  expect(Object.values(weights).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 9)
}

/** Other units from the place `cut` on: larger, zero, unknown, known again. */
const withOtherFuture = ({ start, values: past }: History, cut: number): History => ({
  start,
  values: past.map((each, t) => {
    if (t < cut) return each
    return t % 3 === 0 ? Number.NaN : Number.isNaN(each) ? 4_000 : 7_777 + 3 * each
  }),
})

describe('forecast', () => {
  it('repeats the only value there is, between wide limits', () => {
    const said = forecast(months(Float64Array.of(20)), options)
    expect(said?.mean[0]).toBeCloseTo(20, 6)
    expect(said?.low80[0]).toBeLessThan(12)
    expect(said?.high80[0]).toBeGreaterThan(28)
  })

  it('learns a strong season within three years', () => {
    const values = seasonal(48, 0.8)
    const said = forecast(months(values.subarray(0, 36)), options) as Forecast
    const error = (guess: (h: number) => number) =>
      said.mean.reduce((sum, _, h) => sum + Math.abs((values[36 + h] as number) - guess(h)), 0) / 12
    const flat = values.subarray(24, 36).reduce((sum, units) => sum + units, 0) / 12
    expect(error((h) => said.mean[h] as number)).toBeLessThan(0.3 * error(() => flat))
  })

  it('takes a short strong season for a season, not for outliers', () => {
    const values = Float64Array.from(
      { length: 66 },
      (_, t) => (t % 12 === 6 || t % 12 === 7 ? 60 : 10) * (1 + 0.1 * chance(t)),
    )
    const said = forecast(months(values), options) as Forecast
    expect(said.mean[0]).toBeGreaterThan(40)
    expect(said.mean[1]).toBeGreaterThan(40)
    expect(said.mean[5]).toBeLessThan(20)
  })

  it('lets no season win where there is none', () => {
    const said = forecast(months(Float64Array.from({ length: 60 }, (_, t) => 100 + 20 * chance(t))), options)
    for (const factor of said?.factors ?? []) expect(Math.abs(factor - 1)).toBeLessThan(0.12)
  })

  it('follows a level that has doubled for good', () => {
    const values = Float64Array.from({ length: 60 }, (_, t) => (t < 48 ? 50 : 100) * (1 + 0.1 * chance(t)))
    expect(forecast(months(values), options)?.mean[0]).toBeGreaterThan(85)
  })

  it('is hardly moved by a single huge value', () => {
    const values = seasonal(60, 0.3)
    const quiet = forecast(months(values), options) as Forecast
    values[55] = 20_000
    const spiked = forecast(months(values), options) as Forecast
    const total = (said: Forecast) => said.mean.reduce((sum, units) => sum + units, 0)
    expect(total(spiked) / total(quiet)).toBeLessThan(1.3)
    for (let h = 0; h < 12; h++) expect(spiked.mean[h]).toBeLessThan(2 * (quiet.mean[h] as number))
  })

  it('takes a gap as unknown, not as zero', () => {
    const values = seasonal(60, 0.3)
    values.fill(Number.NaN, 50, 56)
    const said = forecast(months(values), options) as Forecast
    const mean = said.mean.reduce((sum, units) => sum + units, 0) / 12
    expect(mean).toBeGreaterThan(85)
    expect(mean).toBeLessThan(115)
  })

  it('forecasts rare demand by its mean, not by its lumps', () => {
    const values = Float64Array.from({ length: 104 }, (_, t) => (t % 4 === 0 ? 12 : 0))
    const said = forecast({ start: 2700, values }, { season: 1, horizon: 4 }) as Forecast
    for (const units of said.mean) expect(Math.abs(units - 3)).toBeLessThan(1)
    expect(said.method).toContain('intermittent')
  })

  it('believes given multipliers while history is short, and itself once it is long', () => {
    const given = (month: number) => (month % 12 === 0 ? 2 : 1)
    // February to September, so that no January speaks for itself; period 372 is the next one.
    const short = forecast(months(seasonal(8, 0), 361), { ...options, given }) as Forecast
    expect((short.factors[3] as number) / (short.factors[2] as number)).toBeGreaterThan(1.6)
    const long = forecast(months(seasonal(96, 0)), { ...options, given }) as Forecast
    expect((long.factors[0] as number) / (long.factors[1] as number)).toBeLessThan(1.3)
  })

  it.each([
    { season: 0.5, horizon: 1 },
    { season: 12, horizon: 0 },
  ])('refuses %j', (asked) => {
    expect(() => forecast(months(seasonal(24, 0)), asked)).toThrow(RangeError)
  })
})

describe('forecastEach', () => {
  it('uses nothing from an origin on, and says what a history cut off there would', () => {
    fc.assert(
      fc.property(histories, histories, settings, fc.nat(119), (past, sibling, { season, horizon }, cut) => {
        const length = Math.min(cut, past.values.length)
        const origin = past.start + length
        // Medicines of one category have been sold in much the same years.
        const other = { ...sibling, start: past.start + (sibling.start % 40) }
        const at = (own: History, beside: History) => {
          const shared = new SharedSeason(season, [own, beside])
          const asked = { season, horizon, shared }
          const [made] = forecastEach(own, asked, { first: origin, last: origin })
          return { made, asked }
        }
        const { made, asked } = at(past, other)
        const [own, beside] = [withOtherFuture(past, length), withOtherFuture(other, origin - other.start)]
        expect(at(own, beside).made).toEqual(made)
        expect(forecast({ ...past, values: past.values.subarray(0, length) }, asked)).toEqual(made)
      }),
      { numRuns: 150 },
    )
  })

  it('says at each origin of a range what it says there alone', () => {
    const past = {
      start: 5000,
      values: Float64Array.from({ length: 700 }, (_, t) => 30 + 10 * chance(t) + (t % 7)),
    }
    const asked = { season: 7, horizon: 7 }
    const range = [...forecastEach(past, asked, { first: 5500, last: 5700 })]
    expect(range.map(({ origin }) => origin)).toEqual(Array.from({ length: 201 }, (_, i) => 5500 + i))
    for (const said of range.filter((_, i) => i % 67 === 0)) {
      const [alone] = forecastEach(past, asked, { first: said.origin, last: said.origin })
      // Sums that begin earlier are rounded elsewhere: the last digits of a double may differ.
      expect(alone?.method).toBe(said.method)
      for (const [h, units] of said.mean.entries()) expect(alone?.mean[h]).toBeCloseTo(units, 9)
      for (const [h, units] of said.high95.entries()) expect(alone?.high95[h]).toBeCloseTo(units, 9)
    }
  })

  it('forecasts past the end of a history', () => {
    const [said] = forecastEach(months(seasonal(36, 0.5)), options, { first: 400, last: 400 })
    expect(said?.origin).toBe(400)
    expect(said?.known).toBe(36)
  })
})

it('a shared season tells a young medicine what its category knows', () => {
  const whole = seasonal(72, 0.6)
  const family = Array.from({ length: 12 }, (_, i) =>
    months(whole.map((units, t) => units * (1 + 0.2 * chance(t * 7 + i)))),
  )
  const young = { start: 360 + 62, values: whole.subarray(62) }
  const said = forecast(young, { ...options, shared: new SharedSeason(12, family) }) as Forecast
  expect((said.factors[0] as number) / (said.factors[6] as number)).toBeGreaterThan(2)
})

describe('a forecast, whatever the history', () => {
  it('is finite, never negative, and between limits in order', () => {
    fc.assert(
      fc.property(histories, settings, givens, (history, { season, horizon }, given) => {
        const shared = new SharedSeason(season, [history, withOtherFuture(history, 0), history])
        const made = forecast(history, { season, horizon, given, shared })
        expect(made === undefined).toBe(history.values.every(Number.isNaN))
        if (made) expectSound(made, horizon)
      }),
      { numRuns: 40 },
    )
  })

  it('asks for an order that is a number of units, by the errors that it has', () => {
    fc.assert(
      fc.property(histories, settings, fc.nat(14), fc.nat(500), (history, asked, periods, onHand) => {
        const made = forecast(history, asked)
        if (!made) return
        const errors = errorsOfTotals(made.errors, asked.horizon, periods)
        expect(safetyStock(errors)).toBeGreaterThanOrEqual(0)
        const demand = made.mean.reduce((sum, each) => sum + each, 0)
        const { order, orderUpTo } = suggestOrder({ demand, errors, onHand, onOrder: 0 })
        expect(Number.isFinite(order)).toBe(true)
        expect(order).toBe(Math.max(0, orderUpTo - onHand))
      }),
      { numRuns: 40 },
    )
  })
})

it.each([
  ['sums the periods', [1, 2, 3, 4], 2, [3, 7]],
  ['leaves out totals that are not known', [1, 2, 3, Number.NaN], 2, [3]],
])('errorsOfTotals %s', (_, errors, periods, totals) => {
  expect([...errorsOfTotals(Float64Array.from(errors), 2, periods)]).toEqual(totals)
})
