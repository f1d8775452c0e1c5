import { addDays } from '@mms/contracts'
import { dayNumber, periodOfDay } from '@mms/forecast'
import { expect, test } from 'vitest'
import { consumptionHistoryOf, type DayFacts, pastPeriods } from './history.ts'

// This is a Wednesday.
const TODAY = '2026-11-25'
const MONDAY = '2026-11-02'
const weekOf = (date: string) => periodOfDay('week', dayNumber(date))
const facts = (differing: Partial<DayFacts> = {}): DayFacts => ({
  ...{ firstDay: MONDAY, consumed: [], empty: [] },
  ...differing,
})
const sold = (day: string, units: number, returned = 0) => ({ day, sold: units, returned })

test('whole weeks since the week of the first sale, the running one left out', () => {
  const consumed = [sold('2026-11-04', 5), sold('2026-11-12', 7), sold('2026-11-24', 99)]
  expect(consumptionHistoryOf(facts({ consumed }), TODAY, 'week')).toEqual({
    ...{ start: weekOf(MONDAY), values: Float64Array.of(5, 7, 0) },
  })
  const later = consumptionHistoryOf(facts({ firstDay: '2025-01-01', consumed }), TODAY, 'week')
  expect(later?.start).toBe(weekOf(MONDAY))
})

test('days without any stock are no demand of zero', () => {
  // Out of stock from Thursday evening until a delivery on Monday morning: three of seven days.
  const empty = [{ from: '2026-11-05', until: '2026-11-09' }]
  const consumed = [sold('2026-11-03', 8), sold('2026-11-10', 3)]
  const history = consumptionHistoryOf(facts({ consumed, empty }), TODAY, 'week')
  expect(history?.values[0]).toBeCloseTo((8 * 7) / 4)
  expect(pastPeriods(facts({ consumed, empty }), TODAY, 'week')[0]).toMatchObject({
    ...{ days: 7, stockOutDays: 3, consumed: 8, corrected: 14 },
  })
})

test('a week without stock all along is not known, and so is all time since', () => {
  const consumed = [sold('2026-11-03', 8)]
  const empty = [{ from: '2026-11-08', until: null }]
  const history = consumptionHistoryOf(facts({ consumed, empty }), TODAY, 'week')
  expect(Array.from(history?.values ?? [])).toEqual([8, Number.NaN, Number.NaN])
  const periods = pastPeriods(facts({ consumed, empty }), TODAY, 'week')
  expect(periods.map(({ corrected }) => corrected)).toEqual([8, null, null])
  expect(periods.map(({ stockOutDays }) => stockOutDays)).toEqual([0, 7, 7])
})

test.each([
  ['no records', facts({ firstDay: null })],
  ['records that begin today', facts({ firstDay: TODAY, consumed: [sold(TODAY, 5)] })],
  ['nothing but returns', facts({ consumed: [sold('2026-11-04', 0, 5)] })],
  ['no sale', facts()],
  ['a first sale in the running week', facts({ consumed: [sold('2026-11-23', 5)] })],
])('there is no history of %s', (_, given) => {
  expect(consumptionHistoryOf(given, TODAY, 'week')).toBeUndefined()
  expect(consumptionHistoryOf(given, TODAY, 'month')).toBeUndefined()
})

test('a day with sales had stock, whatever its stock says', () => {
  const consumed = Array.from({ length: 7 }, (_, day) => sold(addDays(MONDAY, day), 2))
  const empty = [{ from: addDays(MONDAY, -1), until: null }]
  const [week] = pastPeriods(facts({ consumed, empty }), TODAY, 'week')
  expect(week).toMatchObject({ stockOutDays: 0, corrected: 14 })
})
