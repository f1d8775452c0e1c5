import { describe, expect, test } from 'vitest'
import { compareDemand } from './demand-comparison.ts'

/** On the 15th, half of the thirty days are left. */
const date = '2026-11-15'
const medicine = (id: string, category = 'Vitamins') => ({ id, category })
const used = (medicineId: string, consumed: Record<string, number>) =>
  Object.entries(consumed).map(([month, units]) => ({ medicineId, month, consumed: units }))
const forecastOf = (id: string, months: number[] | null, madeOn = date) => new Map([[id, { madeOn, months }]])

describe('demand of this month and the next', () => {
  test('is what was used and what is forecast for the days that are left', () => {
    const demand = used('a', { '2026-10': 310, '2026-11': 100 })
    const forecasts = forecastOf('a', [300, 320, 1, 1, 1, 1])
    expect(compareDemand({ medicines: [medicine('a')], demand, forecasts, date })).toEqual([
      { category: 'Vitamins', thisMonthSoFar: 100, thisMonth: 250, nextMonth: 320 },
    ])
  })

  test('takes the same months from a forecast of the month before, until the new one is made', () => {
    const forecasts = forecastOf('a', [1, 300, 320, 1, 1, 1], '2026-10-31')
    const [row] = compareDemand({ medicines: [medicine('a')], demand: [], forecasts, date })
    expect(row).toMatchObject({ thisMonth: 150, nextMonth: 320 })
  })

  test('is not known without history, and a category adds up what is known', () => {
    const medicines = [medicine('a'), medicine('b')]
    const none = { medicines, demand: [], forecasts: forecastOf('a', null), date }
    expect(compareDemand(none)).toEqual([
      { category: 'Vitamins', thisMonthSoFar: 0, thisMonth: null, nextMonth: null },
    ])
    const [row] = compareDemand({ ...none, forecasts: forecastOf('b', [300, 310, 0, 0, 0, 0]) })
    expect(row).toMatchObject({ thisMonth: 150, nextMonth: 310 })
  })

  test('is what was sold less what came back, of all medicines of a category together', () => {
    const demand = [...used('a', { '2026-11': 202 }), ...used('b', { '2026-11': -1 })]
    const forecasts = new Map(['a', 'b'].map((id) => [id, { madeOn: date, months: [300, 310] }]))
    const [row] = compareDemand({ medicines: [medicine('a'), medicine('b')], demand, date, forecasts })
    expect(row).toMatchObject({ thisMonthSoFar: 201, thisMonth: 501, nextMonth: 620 })
  })
})
