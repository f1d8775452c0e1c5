import { type DemandFactors, monthAfter, receivedFactorsSchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { outlookOf } from './outlook.ts'

const even = receivedFactorsSchema.parse(undefined)
const winterly = { ...even, seasonal: true, seasonalTrend: { ...even.seasonalTrend, winter: 3 } }
const conditionsIn = (month: string) => ({
  season: ['12', '01', '02'].includes(month.slice(5)) ? ('winter' as const) : ('fall' as const),
  climate: 'dry' as const,
})
const medicine = (id: string, factors: DemandFactors) => ({ id, factors })
const given = { date: '2026-11-21', conditionsIn }
const used = (months: Record<string, number>) =>
  Object.entries(months).map(([month, consumed]) => ({ medicineId: 'a', month, consumed }))

const multipliers = (months: { month: string; multiplier: number }[]) =>
  Object.fromEntries(months.map(({ month, multiplier }) => [month, multiplier]))

test('shows six months before and five ahead; without history all medicines weigh the same, and the mean is 1', () => {
  const months = outlookOf([medicine('a', even), medicine('b', winterly)], [], given)
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([12, '2026-05', '2027-04'])
  // Nine months have 1 and three have 2, so the mean is 1.25.
  const expected = { '2026-10': 0.8, '2026-12': 1.6, '2027-02': 1.6, '2027-03': 0.8 }
  expect(multipliers(months)).toMatchObject(expected)
  expect(months.every(({ actual, forecast }) => actual === null && forecast === null)).toBe(true)
})

test('weighs each medicine by its units in a month without season, on the same mean as what was used', () => {
  const medicines = [medicine('a', even), medicine('b', winterly), medicine('never used', winterly)]
  const year = [
    '2025-11',
    '2025-12',
    ...Array.from({ length: 10 }, (_, index) => monthAfter('2026-01', index)),
  ]
  const isWinter = (month: string) => ['12', '01', '02'].includes(month.slice(5))
  const demand = year.flatMap((month) => [
    { medicineId: 'a', month, consumed: 100 },
    // As its factors say: a tenth of the other medicine, three times as much in winter.
    { medicineId: 'b', month, consumed: isWinter(month) ? 30 : 10 },
  ])
  const months = outlookOf(medicines, demand, given)
  for (const { multiplier, actual } of months) if (actual !== null) expect(multiplier).toBe(actual)
  expect(multipliers(months)).toMatchObject({ '2026-10': 0.957, '2026-12': 1.13 })
})

test('what nobody wants in any month weighs nothing', () => {
  const none = { ...even, seasonal: true, seasonalTrend: { winter: 0, spring: 0, summer: 0, fall: 0 } }
  for (const demand of [[], used({ '2026-10': 5 })])
    expect(outlookOf([medicine('a', none)], demand, given)[0]?.multiplier).toBe(1)
})

test('says what was used as a share of the mean month, and nothing of the running one', () => {
  const demand = used({ '2026-08': 50, '2026-10': 250, '2026-11': 900 })
  const months = outlookOf([medicine('a', even)], demand, given)
  const actual = Object.fromEntries(months.map((each) => [each.month, each.actual]))
  expect(actual).toMatchObject({
    ...{ '2026-07': null, '2026-08': 0.5, '2026-09': 0, '2026-10': 2.5 },
    ...{ '2026-11': null, '2026-12': null },
  })
})

test('tells the forecast from this month on as a share of the same mean', () => {
  const forecasts = [
    { madeOn: '2026-11-21', units: [100, 150, 200, 0, 50, 50] },
    // Made in the previous month.
    { madeOn: '2026-10-31', units: [900, 50, 50] },
  ]
  const months = outlookOf([medicine('a', even)], used({ '2026-09': 50, '2026-10': 150 }), {
    ...{ ...given, forecasts },
  })
  expect(Object.fromEntries(months.map((each) => [each.month, each.forecast]))).toMatchObject({
    ...{ '2026-09': null, '2026-10': null, '2026-11': 1.5, '2026-12': 2, '2027-01': 2, '2027-02': 0 },
  })
})
