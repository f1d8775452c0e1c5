import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber, periodOfDay, periodStart } from '../calendar/periods.ts'
import { consumptionByPeriod, correctForStockOut, dailyConsumption } from './consumption.ts'

const monday = dayNumber('2026-11-02')
const units = fc.array(fc.nat({ max: 50 }), { minLength: 1, maxLength: 60 })

describe('dailyConsumption', () => {
  it.each([
    ['returns of the same day', [5], [2], [3]],
    ['a surplus taken from the day before', [5, 1], [0, 3], [3, 0]],
    ['a surplus taken from the latest days first', [5, 2, 0], [0, 0, 3], [4, 0, 0]],
    ['more returns than the week has sold', [1, 1, 0], [0, 0, 9], [0, 0, 0]],
    [
      'no surplus of the week before',
      [0, 0, 0, 0, 0, 0, 5, 0],
      [0, 0, 0, 0, 0, 0, 0, 5],
      [0, 0, 0, 0, 0, 0, 5, 0],
    ],
  ])('%s', (_, sold, returned, expected) => {
    expect([...dailyConsumption({ firstDay: monday, sold, returned })]).toEqual(expected)
  })

  it('is never negative, and never less over a week than sales less returns', () => {
    fc.assert(
      fc.property(units, units, fc.nat(6), (sold, back, weekday) => {
        const firstDay = monday + weekday
        const returned = sold.map((_, i) => back[i] ?? 0)
        const days = dailyConsumption({ firstDay, sold, returned })
        const weeks = new Map<number, { net: number; consumed: number; sold: number }>()
        for (const [i, day] of days.entries()) {
          expect(day).toBeGreaterThanOrEqual(0)
          const week = periodOfDay('week', firstDay + i)
          const sums = weeks.get(week) ?? { net: 0, consumed: 0, sold: 0 }
          sums.net += (sold[i] as number) - (returned[i] as number)
          sums.consumed += day
          sums.sold += sold[i] as number
          weeks.set(week, sums)
        }
        for (const { net, consumed, sold: all } of weeks.values()) {
          expect(consumed).toBeGreaterThanOrEqual(Math.max(0, net))
          expect(consumed).toBeLessThanOrEqual(all)
        }
      }),
    )
  })
})

it.each([
  [12, 30, 10, 18],
  [0, 30, 30, Number.NaN],
])('%d units of %d days, %d of them without stock, mean %d', (consumed, days, without, expected) => {
  expect(correctForStockOut(consumed, days, without)).toBe(expected)
})

it('consumptionByPeriod leaves a week out that began before the movements', () => {
  const [sold, returned] = [new Array<number>(13).fill(2), new Array<number>(13).fill(0)]
  const { start, values } = consumptionByPeriod({ firstDay: monday + 1, sold, returned }, 'week')
  expect(periodStart('week', start)).toBe(monday + 7)
  expect([...values]).toEqual([14])
})
