import { expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { lowStockRule } from './low-stock.ts'

test('tells how much of the stock has not expired', () => {
  const messageOn = (today: string) => {
    const medicine = buildMedicine({ currentStock: 14, minStockLevel: 40, expiryDate: '2026-11-20' })
    const sameSalts = { enough: [], low: [] }
    const category = { usable: 0, minimum: 0 }
    return lowStockRule(medicine, { today, conditions: null, returnNoticeDays: 90, category, sameSalts })
  }
  expect(messageOn('2026-11-20')).toMatchObject([{ message: 'Low: 14 left (min 40)' }])
  expect(messageOn('2026-11-21')).toMatchObject([{ message: 'Low: 0 unexpired of 14 left (min 40)' }])
})
