import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Batch } from './batch.ts'
import { emptyBatch, expiryDateOf, findBatchOfDate, findOpenBatch } from './batch-rules.ts'
import { canBeSold, refusalOfSale, takeAnyUnits, takeForSale } from './fefo.ts'
import { discountedPrice } from './recall-service.ts'

const TODAY = '2026-11-25'

const createdAt = '2026-11-01T00:00:00.000Z'
const build = (differing: Partial<Batch>): Batch => ({
  ...emptyBatch({ _id: 'b', medicineId: 'm', number: null, expiryDate: null, createdAt }),
  ...differing,
})

const batches = fc
  .array(
    fc.record({
      expiryDate: fc.constantFrom(null, '2026-01-01', '2026-11-24', TODAY, '2027-01-01', '2028-01-01'),
      status: fc.constantFrom('available' as const, 'quarantined' as const, 'recalled' as const),
      stock: fc.nat(20),
      createdAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'),
    }),
    { maxLength: 6 },
  )
  .map((list) => list.map((one, index) => build({ ...one, _id: `b${index}` })))

const sumOf = (list: { stock: number }[]) => list.reduce((sum, { stock }) => sum + stock, 0)

describe('taking stock from batches', () => {
  test('a sale takes all it asks for, nothing expired or held, and never before an earlier date is empty', () => {
    fc.assert(
      fc.property(batches, fc.integer({ min: 1, max: 60 }), (list, units) => {
        const sellable = list.filter((batch) => canBeSold(batch, TODAY))
        const shares = takeForSale(list, units, TODAY)
        if (units > sumOf(sellable)) {
          expect(shares).toBeUndefined()
          return
        }
        const taken = new Map(shares?.map(({ batchId, effect }) => [batchId, -effect]))
        expect([...taken.values()].reduce((sum, each) => sum + each, 0)).toBe(units)
        for (const batch of list) {
          const gave = taken.get(batch._id) ?? 0
          expect(gave).toBeLessThanOrEqual(batch.stock)
          if (gave === 0) continue
          expect(batch.status).toBe('available')
          expect((batch.expiryDate ?? TODAY) >= TODAY).toBe(true)
          for (const other of sellable) {
            if ((other.expiryDate ?? '9') < (batch.expiryDate ?? '9')) {
              expect(taken.get(other._id) ?? 0).toBe(other.stock)
            }
          }
        }
      }),
    )
  })

  test('what is not sold can take every unit there is, and not one more', () => {
    fc.assert(
      fc.property(batches, (list) => {
        const all = sumOf(list)
        expect(takeAnyUnits(list, all)?.reduce((sum, { effect }) => sum - effect, 0)).toBe(all)
        expect(takeAnyUnits(list, all + 1)).toBeUndefined()
      }),
    )
  })

  test('a write-off takes what has expired first, and what is held last', () => {
    const list = [
      build({ _id: 'held', status: 'recalled', expiryDate: '2026-01-01', stock: 2 }),
      build({ _id: 'good', expiryDate: '2027-01-01', stock: 2 }),
      build({ _id: 'old', expiryDate: '2026-01-02', stock: 2 }),
    ]
    expect(takeAnyUnits(list, 5)).toEqual([
      { batchId: 'old', effect: -2 },
      { batchId: 'good', effect: -2 },
      { batchId: 'held', effect: -1 },
    ])
  })
})

test.each([
  [[build({ stock: 3 })], 'Only 3 units of Dolo are in stock'],
  [[build({ stock: 3, expiryDate: '2026-11-24' })], 'Dolo expired on 24 Nov 2026 and cannot be sold'],
  [
    [
      build({ stock: 3 }),
      build({ stock: 4, expiryDate: '2026-11-24' }),
      build({ stock: 5, status: 'recalled' }),
    ],
    'Only 3 units of Dolo can be sold (4 expired, 5 on hold)',
  ],
  [[build({ stock: 5, status: 'quarantined' })], 'Only 0 units of Dolo can be sold (5 on hold)'],
])('says why a sale is refused, %#', (list, message) => {
  expect(refusalOfSale('Dolo', list, TODAY)).toMatchObject({ message })
})

test('the date of a medicine is the earliest in stock, or that of its newest batch that was delivered', () => {
  const list = [
    build({ expiryDate: '2026-01-01' }),
    build({ stock: 1, expiryDate: '2027-01-01' }),
    build({ stock: 1, expiryDate: null }),
  ]
  expect(expiryDateOf(list)).toBe('2027-01-01')
  const empty = [
    build({ expiryDate: '2028-01-01' }),
    build({ expiryDate: '2027-01-01', createdAt: '2026-11-02T00:00:00.000Z' }),
    build({ expiryDate: '2029-01-01', createdAt: '2026-11-03T00:00:00.000Z', isUndone: true }),
  ]
  expect(expiryDateOf(empty)).toBe('2027-01-01')
  expect(expiryDateOf([])).toBeNull()
})

test('units without number and date join the last to expire that is good, in stock before empty', () => {
  const good = build({ _id: 'good', expiryDate: '2027-01-01' })
  const later = build({ _id: 'later', expiryDate: '2028-01-01' })
  const expired = build({ _id: 'expired', expiryDate: '2026-11-24', stock: 5 })
  const held = build({ _id: 'held', expiryDate: null, stock: 5, status: 'recalled' })
  const numbered = build({ _id: 'numbered', number: 'N1', stock: 5 })
  const open = (...list: Batch[]) => findOpenBatch([expired, held, numbered, ...list], TODAY)?._id
  expect(open()).toBeUndefined()
  expect(open(good, later)).toBe('later')
  expect(open({ ...good, stock: 1 }, later)).toBe('good')
  expect(open(good, { ...later, isUndone: true })).toBe('good')
  const discounted = { ...good, _id: 'discounted', unitPrice: 9 }
  expect(findBatchOfDate([discounted], '2027-01-01')).toBeUndefined()
  expect(findBatchOfDate([discounted, good], '2027-01-01')).toBe(good)
})

test.each([
  [10, 20, 8],
  [0.03, 50, 0.02],
  [0.01, 99, 0.01],
  [0, 20, 0],
  [19.99, 15, 16.99],
])('₹%d less %d %% is ₹%d', (price, percent, expected) => {
  expect(discountedPrice(price, percent)).toBe(expected)
})
