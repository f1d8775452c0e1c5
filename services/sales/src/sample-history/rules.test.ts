import { type MedicineState, startOfStoreDay, stockEffect } from '@mms/contracts'
import { describe, expect, test } from 'vitest'
import type { TransactionRecord } from '../transactions/rules.ts'
import { sampleHistory, yearBefore } from './rules.ts'

const days = yearBefore('2026-11-20').map((date) => ({ date, begins: startOfStoreDay(date) }))
const even = { winter: 1, spring: 1, summer: 1, fall: 1 }

const buildState = (differing: Partial<MedicineState> = {}) =>
  ({
    _id: '0193a1b2-0000-7000-8000-000000000001',
    name: 'Cetirizine 10 mg tablets (10)',
    currentStock: 190,
    minStockLevel: 60,
    unitPrice: 19.9,
    expiryDate: '2028-08-20',
    demandFactors: {
      seasonal: false,
      seasonalTrend: even,
      climateDependent: false,
      climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
    },
    ...differing,
  }) as MedicineState

const effect = ({ type, quantity, direction }: TransactionRecord) =>
  stockEffect(type, quantity, direction ?? 'increase')

describe('the sample history of a medicine', () => {
  test.each([
    ['ample stock', { currentStock: 420, minStockLevel: 150 }],
    ['no stock', { currentStock: 0, minStockLevel: 20 }],
    ['little stock', { currentStock: 6, minStockLevel: 12 }],
    ['no minimum', { currentStock: 3, minStockLevel: 0 }],
    ['far more than it needs', { currentStock: 100_000, minStockLevel: 5 }],
  ])('explains %s: from nothing, never below nothing, to what is there', (_, differing) => {
    const medicine = buildState(differing)
    let balance = 0
    for (const transaction of sampleHistory(medicine, days)) {
      balance += effect(transaction)
      expect(transaction.balanceAfter).toBe(balance)
      expect(balance).toBeGreaterThanOrEqual(0)
    }
    expect(balance).toBe(medicine.currentStock)
  })

  test('sells nothing after the expiry date', () => {
    const history = sampleHistory(buildState({ expiryDate: '2026-09-30' }), days)
    const after = history.filter(
      ({ type, createdAt }) => type === 'sale' && createdAt > new Date('2026-09-30T18:30:00Z'),
    )
    expect(after).toEqual([])
  })
})
