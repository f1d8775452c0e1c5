import { expect, test } from 'vitest'
import { buildMedicine } from '../../test/medicines.ts'
import { expiryOfLots, expiryRule } from './expiry.ts'
import { lowStockRule } from './low-stock.ts'

const noOthers = { category: { usable: 0, minimum: 0 }, sameSalts: { enough: [], low: [] } }
const conditions = { season: 'fall', climate: 'dry', expected: new Map() } as const
const situation = { today: '2026-11-21', conditions, returnNoticeDays: 90, ...noOthers }

test('each batch of a medicine is a cause of its own, held or not', () => {
  const batches = [
    { number: 'A', expiryDate: '2026-11-20', status: 'available', stock: 100 },
    { number: 'B', expiryDate: '2026-12-05', status: 'recalled', stock: 100 },
    { number: 'C', expiryDate: '2030-01-31', status: 'available', stock: 100 },
  ]
  const medicine = buildMedicine({ expiryDate: '2026-11-20', currentStock: 300, minStockLevel: 150, batches })
  const found = expiryRule(medicine, situation)?.map(({ severity, type }) => `${severity} ${type}`)
  expect(found).toEqual(['high expired', 'medium expiry'])
  expect(lowStockRule(medicine, situation)).toEqual([])
})

test('the batches of a date are named, as many as there is room for', () => {
  const messageOf = (numbers: (string | null)[]) => {
    const lots = numbers.map((number) => ({ expiryDate: '2026-11-20', units: 5, ...(number && { number }) }))
    return expiryOfLots({ unitPrice: 20 }, lots, situation)[0]?.message
  }
  expect(messageOf(['A', null])).toMatch(/ \(batch A\)$/)
  expect(messageOf(['A', 'B', 'C', 'D', 'E'])).toMatch(/ \(batch A, B, C and 2 more\)$/)
  expect(messageOf([null])).not.toContain('batch')
})

test('low stock tells how much of it has not expired', () => {
  const medicine = buildMedicine({ currentStock: 14, minStockLevel: 40, expiryDate: '2026-11-20' })
  const messageOn = (today: string) => lowStockRule(medicine, { ...situation, today })
  expect(messageOn('2026-11-20')).toMatchObject([{ message: 'Low: 14 left (min 40)' }])
  expect(messageOn('2026-11-21')).toMatchObject([{ message: 'Low: 0 unexpired of 14 left (min 40)' }])
})
