import { expect, test } from 'vitest'
import { discountedPrice } from './recall-service.ts'

test.each([
  [10, 20, 8],
  [0.03, 50, 0.02],
  [0.01, 99, 0.01],
  [19.99, 15, 16.99],
])('₹%d less %d %% is ₹%d', (price, percent, expected) => {
  expect(discountedPrice(price, percent)).toBe(expected)
})
