import { expect, test } from 'vitest'
import {
  alertsByMonth,
  averageStock,
  changePercent,
  movementBetween,
  stockByMonth,
  turnoverRate,
} from './figures.ts'
import { reportPeriodOf } from './period.ts'

test.each([
  [100, 300, -66.7],
  [0, 0, null],
  [5, 0, null],
  [-50, -100, 50],
])('the change in percent to %d, from %d before, is %d', (value, previous, expected) => {
  expect(changePercent(value, previous)).toBe(expected)
})

test('a period is the difference of two totals', () => {
  expect(movementBetween({ added: 100, removed: 40 }, { added: 130, removed: 90 })).toEqual({
    ...{ initialStock: 60, added: 30, removed: 50, currentStock: 40 },
    turnoverRate: 1,
  })
})

test.each([
  [{ removed: 30, initialStock: 10, currentStock: 20 }, 2],
  [{ removed: 0, initialStock: 10, currentStock: 10 }, 0],
  [{ removed: 5, initialStock: 0, currentStock: 0 }, null],
])('the turnover of %j is %d', (row, expected) => {
  expect(turnoverRate(row)).toBe(expected)
})

const moved = (day: string, added: number, removed: number) => ({ day, added, removed })
const days = { startDate: '2026-01-30', endDate: '2026-03-01' }

test('additions and removals add up by month, within the days, with empty months', () => {
  const totals = [
    moved('2026-01-29', 9, 9),
    moved('2026-01-30', 5, 1),
    moved('2026-01-31', 2, 3),
    moved('2026-03-01', 0, 4),
  ]
  expect(stockByMonth(totals, days)).toEqual([
    { month: '2026-01', added: 7, removed: 4 },
    { month: '2026-02', added: 0, removed: 0 },
    { month: '2026-03', added: 0, removed: 4 },
  ])
})

test('average stock counts each day at its end, of the period and of the one before', () => {
  const asked = { period: 'custom', startDate: '2026-03-03', endDate: '2026-03-04' } as const
  const period = reportPeriodOf(asked, '2026-11-21')
  const totals = [moved('2026-03-02', 10, 0), moved('2026-03-04', 0, 5)]
  // End-of-day stock: 100, 110 before the period, 110, 105 in it.
  expect(averageStock(100, totals, period)).toEqual([107.5, 105])
  expect(averageStock(0, [], period)).toEqual([0, 0])
})

test('alerts add up by month and type, unknown ones together', () => {
  const raised = (month: string, ...types: string[]) =>
    types.map((type) => ({ day: `${month}-15`, type, raised: 2 }))
  const alerts = [
    ...raised('2026-01', 'low_stock', 'low_stock'),
    ...raised('2026-02', 'expiry', 'high_demand_predicted'),
    ...raised('2026-03', 'disease_pattern', 'recommended_stock'),
  ]
  const none = { lowStock: 0, expiry: 0, highDemand: 0, other: 0 }
  expect(alertsByMonth(alerts, days)).toEqual([
    { ...none, month: '2026-01', lowStock: 4 },
    { ...none, month: '2026-02', expiry: 2, highDemand: 2 },
    { ...none, month: '2026-03', other: 4 },
  ])
})
