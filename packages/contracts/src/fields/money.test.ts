import { expect, test } from 'vitest'
import { MAX_PRICE, priceSchema } from './money.ts'
import { paiseToRupees, rupeesToPaise } from './paise.ts'

/** Every paise value up to 100 rupees, and a spread up to the largest price. */
const paiseValues = [
  ...Array.from({ length: 10_001 }, (_, paise) => paise),
  ...Array.from({ length: 10_000 }, (_, step) => step * 99_991 + 7),
  MAX_PRICE * 100 - 1,
  MAX_PRICE * 100,
]

test('a price with two decimals is accepted and comes back from paise unchanged', () => {
  for (const paise of paiseValues) {
    const rupees = Number((paise / 100).toFixed(2))
    expect(priceSchema.parse(rupees)).toBe(rupees)
    expect(rupeesToPaise(rupees)).toBe(paise)
    expect(paiseToRupees(paise)).toBe(rupees)
  }
})

test.each([1.005, 1e-7, 0.1 + 0.2, MAX_PRICE + 0.01, -0.01, Number.NaN, '5'])('%s is no price', (price) => {
  expect(priceSchema.safeParse(price).success).toBe(false)
})
