import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BatchedTrade, distributeReturn } from './refunds.ts'

const sale = (...shares: [string, number][]): BatchedTrade => ({
  type: 'sale',
  shares: shares.map(([batchId, units]) => ({ batchId, units })),
})
const back = (...shares: [string, number][]): BatchedTrade => ({ ...sale(...shares), type: 'return' })
const unitsOf = (list: { units: number }[]) => list.reduce((sum, { units }) => sum + units, 0)

test('goes back to the newest sale first', () => {
  const sales = [sale(['B', 2]), sale(['A', 3], ['B', 1])]
  expect(distributeReturn(sales, 1)).toEqual([{ batchId: 'B', units: 1 }])
  expect(distributeReturn(sales, 4)).toEqual([
    { batchId: 'B', units: 2 },
    { batchId: 'A', units: 2 },
  ])
})

test('what came back does not come back again', () => {
  expect(distributeReturn([back(['B', 2]), sale(['B', 2]), sale(['A', 3])], 2)).toEqual([
    { batchId: 'A', units: 2 },
  ])
  expect(distributeReturn([back(['B', 2]), sale(['B', 2])], 2)).toEqual([])
})

test('names no batch twice, and never more of one than was sold of it and kept', () => {
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
        unitsOf(
          list.flatMap((one) =>
            one.type === type ? one.shares.filter(({ batchId }) => batchId === id) : [],
          ),
        )
      const open = (id: string) => Math.max(0, of('sale', id) - of('return', id))
      expect(new Set(shares.map(({ batchId }) => batchId)).size).toBe(shares.length)
      for (const { batchId, units: given } of shares) expect(given).toBeLessThanOrEqual(open(batchId))
      expect(unitsOf(shares)).toBe(Math.min(units, open('A') + open('B') + open('C')))
    }),
  )
})
