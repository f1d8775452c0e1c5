import { describe, expect, test } from 'vitest'
import { MAX_QUANTITY } from './limits.ts'
import { stockCommandSchema } from './stock.ts'
import { expiryState, isLowStock, stockEffect } from './stock-state.ts'

const today = '2026-11-20'

test('stock is low at and below the minimum', () => {
  expect([9, 10, 11].map((currentStock) => isLowStock({ currentStock, minStockLevel: 10 }))).toEqual([
    ...[true, true, false],
  ])
})

test.each([
  [null, 'good'],
  ['2026-11-19', 'expired'],
  ['2026-11-20', 'expiring'],
  ['2026-12-20', 'expiring'],
  ['2026-12-21', 'good'],
] as const)('a medicine with expiry date %s is %s', (date, state) => {
  expect(expiryState(date, today)).toBe(state)
})

test.each([
  ['sale', 'increase', -3],
  ['expired', 'increase', -3],
  ['purchase', 'increase', 3],
  ['return', 'increase', 3],
  ['adjustment', 'increase', 3],
  ['adjustment', 'decrease', -3],
] as const)('%s (%s) of 3 changes the stock by %i', (type, direction, effect) => {
  expect(stockEffect(type, 3, direction)).toBe(effect)
})

describe('a stock command', () => {
  const command = { medicineId: '0190A6F2-7A1B-7C3D-8E4F-0123456789AB', type: 'sale', quantity: 1 }

  test('increases by default and compares ids in lower case', () => {
    const medicineId = command.medicineId.toLowerCase()
    expect(stockCommandSchema.parse(command)).toEqual({ ...command, medicineId, direction: 'increase' })
  })

  test.each([
    ...[{ quantity: 0 }, { quantity: 1.5 }, { quantity: MAX_QUANTITY + 1 }, { type: 'opening' }],
    ...[{ medicineId: '1' }, { reverses: 'x' }, { actorId: '' }, { price: 4 }],
    ...[{ type: 'purchase', changes: { unitPrice: -1 } }, { batch: { expiryDate: '2027-02-30' } }],
  ])('with %j is refused', (wrong) => {
    expect(stockCommandSchema.safeParse({ ...command, ...wrong }).success).toBe(false)
  })
})
