import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { History } from './consumption/consumption.ts'
import { type Forecast, forecast } from './forecast.ts'
import { METHODS } from './model/methods.ts'
import { Roller } from './model/roller.ts'
import { SharedSeason } from './model/shared-season.ts'
import { safetyStock, suggestOrder } from './stock/reorder.ts'
import { errorsOfTotals } from './total-errors.ts'

const RUNS = { numRuns: 40 }

const units = fc.oneof(
  { weight: 5, arbitrary: fc.nat(300) },
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constant(Number.NaN) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e12, noNaN: true }) },
)
/** Histories that have broken forecasts elsewhere, beside those that chance makes. */
const values = fc.oneof(
  { weight: 4, arbitrary: fc.array(units, { maxLength: 120 }) },
  { weight: 1, arbitrary: fc.nat(120).map((length) => new Array<number>(length).fill(0)) },
  {
    weight: 1,
    arbitrary: fc.tuple(units, fc.nat(120)).map(([each, length]) => new Array(length).fill(each)),
  },
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

describe('a forecast, whatever the history', () => {
  it('is finite, never negative, and between limits in order', () => {
    fc.assert(
      fc.property(histories, settings, givens, (history, { season, horizon }, given) => {
        const shared = new SharedSeason(season, [history, withOtherFuture(history, 0), history])
        const made = forecast(history, { season, horizon, given, shared })
        expect(made === undefined).toBe(history.values.every(Number.isNaN))
        if (made) expectSound(made, horizon)
      }),
      RUNS,
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
      RUNS,
    )
  })
})

/** What each method forecast at every origin up to `cut`. */
function methodsUpTo(
  history: History,
  cut: number,
  season: number,
  shared: SharedSeason,
): Record<string, string> {
  const horizon = 5
  const roller = new Roller(history, season, horizon, { shared }, 1)
  for (let origin = roller.from; origin <= history.values.length; origin++) roller.forecastAt(origin)
  // One text compares a hundred times faster than its numbers.
  const rows = (table: Float64Array) => table.subarray(0, (cut - roller.from + 1) * horizon).join()
  return {
    ...Object.fromEntries(METHODS.map((method, i) => [method, rows(roller.methods[i] as Float64Array)])),
    all: rows(roller.finals),
  }
}

describe('nothing after the cut changes', () => {
  it('what any method forecasts at it or before', () => {
    const cut = fc.integer({ min: 1, max: 110 })
    // Medicines of one category have been sold in much the same years.
    const shift = fc.integer({ min: -40, max: 40 })
    const seasons = fc.constantFrom(1, 7, 12, 365.25 / 7)
    fc.assert(
      fc.property(histories, values, shift, cut, seasons, (own, list, apart, wanted, season) => {
        const at = Math.min(wanted, own.values.length)
        if (at < 1) return
        const other = { start: own.start + apart, values: Float64Array.from(list) }
        const before = methodsUpTo(own, at, season, new SharedSeason(season, [own, other]))
        const future = [withOtherFuture(own, at), withOtherFuture(other, at - apart)] as const
        const after = methodsUpTo(future[0], at, season, new SharedSeason(season, future))
        for (const method of [...METHODS, 'all']) expect(after[method], method).toEqual(before[method])
      }),
      RUNS,
    )
  })
})
