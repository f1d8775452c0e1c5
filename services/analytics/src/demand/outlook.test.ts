import type { DemandFactors } from '@mms/contracts'
import { expect, test } from 'vitest'
import { outlookOf } from './outlook.ts'

const even: DemandFactors = {
  seasonal: false,
  seasonalTrend: { winter: 1, spring: 1, summer: 1, fall: 1 },
  climateDependent: false,
  climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
}
const winterly: DemandFactors = {
  ...even,
  seasonal: true,
  seasonalTrend: { ...even.seasonalTrend, winter: 3 },
}
const conditionsIn = (month: string) => ({
  season: ['12', '01', '02'].includes(month.slice(5)) ? ('winter' as const) : ('fall' as const),
  climate: 'dry' as const,
})
const given = { date: '2026-11-21', conditionsIn }
const used = (months: Record<string, number>) =>
  Object.entries(months).map(([month, consumed]) => ({ medicineId: 'a', month, consumed }))

test('shows six months before and five ahead, with the mean multiplier of all medicines', () => {
  const { months } = outlookOf([{ factors: even }, { factors: winterly }], [], given)
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([12, '2026-05', '2027-04'])
  expect(months.filter(({ multiplier }) => multiplier === 2).map(({ month }) => month)).toEqual([
    '2026-12',
    '2027-01',
    '2027-02',
  ])
  expect(months.every(({ actual, forecast }) => actual === null && forecast === null)).toBe(true)
})

test('says what was used as a share of the mean month, and nothing of the running one', () => {
  const demand = used({ '2026-08': 50, '2026-10': 250, '2026-11': 900 })
  const { months } = outlookOf([{ factors: even }], demand, given)
  const actual = Object.fromEntries(months.map((each) => [each.month, each.actual]))
  expect(actual).toMatchObject({
    ...{ '2026-07': null, '2026-08': 0.5, '2026-09': 0, '2026-10': 2.5 },
    ...{ '2026-11': null, '2026-12': null },
  })
})

test.each([[[]], [used({ '2026-10': 0 })], [used({ '2026-10': -5 })]])(
  'has no share of no use: %j',
  (demand) => {
    const { months } = outlookOf([{ factors: even }], demand, given)
    expect(months.every(({ actual }) => actual === null)).toBe(true)
  },
)

test('tells the forecast from this month on as a share of the same mean', () => {
  const forecasts = [
    { madeOn: '2026-11-21', units: [100, 150, 200, 0, 50, 50] },
    // Made before midnight of the month before.
    { madeOn: '2026-10-31', units: [900, 50, 50] },
  ]
  const outlook = outlookOf([{ factors: even }], used({ '2026-09': 50, '2026-10': 150 }), {
    ...{ ...given, forecasts },
  })
  expect(outlook.forecastsMadeOn).toBe('2026-10-31')
  expect(Object.fromEntries(outlook.months.map((each) => [each.month, each.forecast]))).toMatchObject({
    ...{ '2026-09': null, '2026-10': null, '2026-11': 1.5, '2026-12': 2, '2027-01': 2, '2027-02': 0 },
  })
})

test('is empty without medicines', () => {
  expect(outlookOf([], used({ '2026-10': 5 }), given)).toEqual({ months: [], forecastsMadeOn: null })
})
