import { describe, expect, test } from 'vitest'
import { changePercent, movementBetween, turnoverRate } from './figures.ts'

describe('a change in percent', () => {
  test.each([
    [150, 100, 50],
    [50, 100, -50],
    [100, 300, -66.7],
    [0, 100, -100],
    [0, 0, null],
    [5, 0, null],
    [-50, -100, 50],
  ])('from %d, before %d, is %d', (value, previous, expected) => {
    expect(changePercent(value, previous)).toBe(expected)
  })
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
