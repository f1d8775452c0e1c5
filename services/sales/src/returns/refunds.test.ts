import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distributeReturn, type PricedUnits, pricePaid, unitsLeft, unitsOf } from './refunds.ts'

const at = (...pairs: [units: number, paise: number][]): PricedUnits[] =>
  pairs.map(([units, paise]) => ({ units, paise }))
const worth = (all: readonly PricedUnits[]) => all.reduce((sum, { units, paise }) => sum + units * paise, 0)

test('a refund answers the cheapest sale that cost as much, else the dearest', () => {
  expect(unitsLeft(at([2, 800], [2, 1_000]), at([1, 800]))).toEqual(at([2, 1_000], [1, 800]))
  expect(unitsLeft(at([2, 800], [2, 1_000]), at([1, 1_200]))).toEqual(at([1, 1_000], [2, 800]))
  expect(unitsLeft(at([2, 800]), at([5, 800]))).toEqual([])
})

test('what was paid is that of the dearest units', () => {
  expect(pricePaid(at([2, 1_000], [3, 800]), 4)).toBe(3_600)
  expect(pricePaid([], 4)).toBe(0)
})

test('sales and refunds in any order: never more is refunded than was paid', () => {
  const step = fc.record({
    isSale: fc.boolean(),
    units: fc.integer({ min: 1, max: 6 }),
    paise: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const [sold, refunds]: [PricedUnits[], PricedUnits[]] = [[], []]
      for (const { isSale, ...priced } of steps) {
        const left = unitsLeft(sold, refunds)
        const isPaid =
          unitsOf(left) >= priced.units && priced.units * priced.paise <= pricePaid(left, priced.units)
        if (isSale) sold.push(priced)
        else if (isPaid) refunds.push(priced)
        expect(worth(refunds)).toBeLessThanOrEqual(worth(sold))
        expect(unitsOf(unitsLeft(sold, refunds))).toBe(unitsOf(sold) - unitsOf(refunds))
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what was sold at a price comes back at it, in any order', () => {
  const sales = fc.array(fc.record({ units: fc.integer({ min: 1, max: 5 }), paise: fc.nat(20) }), {
    minLength: 1,
    maxLength: 10,
  })
  fc.assert(
    fc.property(sales, fc.infiniteStream(fc.nat()), (sold, order) => {
      const back = sold.map((sale) => ({ sale, at: order.next().value as number }))
      const refunds: PricedUnits[] = []
      for (const { sale } of back.sort((a, b) => a.at - b.at)) {
        const left = unitsLeft(sold, refunds)
        expect(pricePaid(left, sale.units)).toBeGreaterThanOrEqual(sale.units * sale.paise)
        refunds.push(sale)
      }
      expect(unitsLeft(sold, refunds)).toEqual([])
    }),
  )
})

const sumUnits = (list: { units: number }[]) => list.reduce((sum, { units }) => sum + units, 0)

test('a return names no batch twice, and never more of one than was sold of it and kept', () => {
  const entry = fc.record({
    type: fc.constantFrom('sale' as const, 'return' as const),
    shares: fc.array(
      fc.record({ batchId: fc.constantFrom('A', 'B', 'C'), units: fc.integer({ min: 1, max: 9 }) }),
    ),
  })
  fc.assert(
    fc.property(fc.array(entry), fc.integer({ min: 1, max: 60 }), (list, units) => {
      const shares = distributeReturn(list, units)
      const of = (type: string, id: string) =>
        sumUnits(
          list.flatMap((one) =>
            one.type === type ? one.shares.filter(({ batchId }) => batchId === id) : [],
          ),
        )
      const open = (id: string) => Math.max(0, of('sale', id) - of('return', id))
      expect(new Set(shares.map(({ batchId }) => batchId)).size).toBe(shares.length)
      for (const { batchId, units: given } of shares) expect(given).toBeLessThanOrEqual(open(batchId))
      expect(sumUnits(shares)).toBe(Math.min(units, open('A') + open('B') + open('C')))
    }),
  )
})
