import type { DemandFactors } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import { type City, findCity } from '../places/cities.ts'
import { defaultSettings } from '../settings/rules.ts'
import { compareDemand } from './demand-comparison.ts'

/** On the 15th half of the thirty days are left. */
const conditions = {
  ...{ date: '2026-11-15', place: findCity('New Delhi') as City, settings: defaultSettings },
  ...{ season: 'fall' as const, climate: 'dry' as const },
}
const even: DemandFactors = {
  seasonal: false,
  seasonalTrend: { winter: 1, spring: 1, summer: 1, fall: 1 },
  climateDependent: false,
  climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
}
const medicine = (id: string, factors: Partial<DemandFactors> = {}, category = 'Vitamins') => ({
  ...{ id, category, factors: { ...even, ...factors } },
})
const used = (medicineId: string, consumed: Record<string, number>) =>
  Object.entries(consumed).map(([month, units]) => ({ medicineId, month, consumed: units }))

describe('demand of this month and the next', () => {
  test('goes on as in the last three whole months', () => {
    const consumed = used('a', { '2026-08': 310, '2026-09': 300, '2026-10': 310, '2026-11': 100 })
    expect(compareDemand([medicine('a')], consumed, conditions)).toEqual([
      { category: 'Vitamins', thisMonthSoFar: 100, thisMonth: 250, nextMonth: 310 },
    ])
  })

  test('follows the multipliers of season and climate in the months to come', () => {
    // August is summer, September to November fall, December winter.
    const trend = { winter: 3, spring: 1, summer: 2, fall: 1 }
    const consumed = used('a', { '2026-08': 620, '2026-09': 300, '2026-10': 310 })
    const [row] = compareDemand(
      [medicine('a', { seasonal: true, seasonalTrend: trend })],
      consumed,
      conditions,
    )
    expect(row).toMatchObject({ thisMonth: 150, nextMonth: 930 })
  })

  test('is told from the months since a medicine was first sold', () => {
    const consumed = used('a', { '2026-10': 310 })
    expect(compareDemand([medicine('a')], consumed, conditions)[0]).toMatchObject({ nextMonth: 310 })
  })

  test('is not known without history, and a category adds up what is known', () => {
    expect(compareDemand([medicine('a')], [], conditions)).toEqual([
      { category: 'Vitamins', thisMonthSoFar: 0, thisMonth: null, nextMonth: null },
    ])
    const both = compareDemand([medicine('a'), medicine('b')], used('b', { '2026-10': 310 }), conditions)
    expect(both).toEqual([{ category: 'Vitamins', thisMonthSoFar: 0, thisMonth: 150, nextMonth: 310 }])
  })

  test.each([
    ['returns larger than sales', {}, { '2026-09': -50, '2026-11': -5 }, 0],
    [
      'multipliers of 0',
      { seasonal: true, seasonalTrend: { winter: 0, spring: 0, summer: 0, fall: 0 } },
      {},
      null,
    ],
    [
      'a next month of 1000',
      { seasonal: true, seasonalTrend: { winter: 1000, spring: 1, summer: 1, fall: 1 } },
      {},
      310_000,
    ],
  ])('is a sane figure for %s', (_, factors, differing, expected) => {
    const base = Object.keys(differing).length > 0 ? differing : { '2026-10': 310 }
    const [row] = compareDemand([medicine('a', factors)], used('a', base), conditions)
    expect(row).toMatchObject({ thisMonthSoFar: 0, nextMonth: expected })
  })
})
