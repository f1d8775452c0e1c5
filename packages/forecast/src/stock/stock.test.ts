import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  averageMonthlyConsumption,
  expiryRisk,
  monthsOfStock,
  normalQuantile,
  safetyStock,
  suggestOrder,
} from './reorder.ts'

const units = fc.double({ min: 0, max: 1e4, noNaN: true })
const errors = fc.array(fc.double({ min: -1e4, max: 1e4, noNaN: true }), { maxLength: 60 })

it.each([
  ['the last three months', [90, 30, 60, 60], 3, 50],
  ['those of them that are known', [90, Number.NaN, 60, 60], 3, 60],
  ['fewer months than the window', [40], 3, 40],
  ['no known month', [Number.NaN], 3, Number.NaN],
])('averages %s', (_, months, window, amc) => {
  expect(averageMonthlyConsumption(months, window)).toBe(amc)
})

it.each([
  [100, 50, 2],
  [100, 0, undefined],
  [100, Number.NaN, undefined],
])('%d units at an AMC of %d last %j months', (stock, amc, months) => {
  expect(monthsOfStock(stock, amc)).toBe(months)
})

it.each([
  [0.5, 0],
  [0.9, 1.2816],
  [0.975, 1.96],
])('the normal quantile of %d is %d', (p, z) => {
  expect(normalQuantile(p)).toBeCloseTo(z, 3)
})

describe('suggestOrder', () => {
  const nine = [-8, -6, -4, -2, 0, 2, 4, 6, 20]

  it.each([
    ['fills up to forecast and safety', { demand: 20, errors: nine, onHand: 12, onOrder: 5 }, 20, 23],
    ['orders nothing when enough is there', { demand: 20, errors: nine, onHand: 50, onOrder: 0 }, 20, 0],
    ['replaces what will expire', { demand: 20, errors: nine, onHand: 50, onOrder: 0, expiring: 15 }, 20, 5],
    ['leaves unknown errors out', { demand: 20, errors: [Number.NaN], onHand: 0, onOrder: 0 }, 0, 20],
  ])('%s', (_, input, safety, order) => {
    const suggested = suggestOrder(input)
    expect(suggested.safety).toBe(safety)
    expect(suggested.order).toBe(order)
  })

  it('takes the normal bound where errors are few and even', () => {
    expect(safetyStock([-2, 2], 0.95)).toBeCloseTo(2.563, 2)
  })

  it('never suggests less for a higher service level, nor a negative order', () => {
    fc.assert(
      fc.property(units, errors, units, units, units, (demand, past, onHand, onOrder, expiring) => {
        const at = (serviceLevel: number) =>
          suggestOrder({ demand, errors: past, serviceLevel, onHand, onOrder, expiring })
        expect(at(0.8).order).toBeGreaterThanOrEqual(0)
        expect(at(0.95).orderUpTo).toBeGreaterThanOrEqual(at(0.8).orderUpTo)
        expect(at(0.99).orderUpTo).toBeGreaterThanOrEqual(at(0.95).orderUpTo)
      }),
    )
  })

  it.each([0, 0.4, 1, 1.2, Number.NaN])('refuses a service level of %d', (level) => {
    expect(() => safetyStock([1], level)).toThrow(RangeError)
  })
})

describe('expiryRisk', () => {
  const daily = (perDay: number) => (day: number) => perDay * Math.max(0, day)

  const first = [10, 80]
  it.each([
    ['a lot that sells out', [[10, 50]], 5, [0]],
    ['the second lot less what the first has lost', [first, [20, 40]], 5, [30, 0]],
    ['lots in whatever order they come', [[12, 40], first], 5, [30, 30]],
    ['a lot that has expired', [[-1, 7]], 5, [7]],
    ['no demand', [[10, 3]], 0, [3]],
  ])('%s', (_, lots, perDay, expected) => {
    const risk = expiryRisk(
      lots.map(([expiresOn = 0, held = 0]) => ({ expiresOn, units: held })),
      daily(perDay),
    )
    expect(risk.map(({ unitsAtRisk }) => unitsAtRisk)).toEqual(expected)
  })

  it('never counts more than there is, nor a unit twice', () => {
    const lots = fc.array(fc.record({ expiresOn: fc.integer({ min: -30, max: 400 }), units: fc.nat(500) }))
    fc.assert(
      fc.property(lots, fc.nat(50), (held, perDay) => {
        const risk = expiryRisk(held, daily(perDay))
        const total = risk.reduce((sum, lot) => sum + lot.unitsAtRisk, 0)
        const stock = held.reduce((sum, lot) => sum + lot.units, 0)
        expect(total).toBeLessThanOrEqual(stock)
        for (const lot of risk) {
          expect(lot.unitsAtRisk).toBeGreaterThanOrEqual(0)
          // Demand until then never reaches later lots before earlier ones: a lot cannot lose more than it holds.
          expect(lot.unitsAtRisk).toBeLessThanOrEqual(lot.units)
        }
      }),
    )
  })
})
