import { expect, test } from 'vitest'
import { countStockCover } from './service.ts'

test('days of cover are stock by what is sold a day, each limit in the shorter band', () => {
  const cover = (currentStock: number, sold: number) =>
    Object.entries(countStockCover([{ currentStock, minStockLevel: 3, sold }])).find(
      ([, count]) => count === 1,
    )?.[0]
  expect(cover(0, 0)).toBe('out')
  expect(cover(0, 90)).toBe('out')
  expect([cover(3, 0), cover(4, 0)]).toEqual(['unsoldLow', 'unsold'])
  expect([7, 8, 30, 31, 90, 91].map((stock) => cover(stock, 90))).toEqual([
    ...['week', 'month', 'month', 'quarter', 'quarter', 'longer'],
  ])
})
