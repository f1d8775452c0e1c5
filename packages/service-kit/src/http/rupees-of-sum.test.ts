import { expect, test } from 'vitest'
import { rupeesOfSum } from './rupees-of-sum.ts'

const MOST = Number.MAX_SAFE_INTEGER

test('a sum of paise is exact or refused, also where the parts beyond a number cancel out', () => {
  expect(rupeesOfSum([])).toBe(0)
  expect(rupeesOfSum(['1250', 50, -300])).toBe(10)
  expect(rupeesOfSum([MOST - 99, 99])).toBe(MOST / 100)
  for (const amounts of [
    [MOST, 1],
    [MOST + 1],
    ['9007199254740993'],
    [2 ** 60, -(2 ** 60)],
    [MOST, 2, -2],
    [-10, '9007199254740993'],
  ]) {
    expect(() => rupeesOfSum(amounts)).toThrow('cannot be shown exactly')
  }
})
