import { expect, test } from 'vitest'
import { lotsOf, unexpiredUnits, unitsByExpiry } from './lots.ts'

const TODAY = '2026-11-21'

test.each([
  [['2026-11-20'], { expired: 1, expiring: 0, good: 0 }],
  [[TODAY, '2026-12-21'], { expired: 0, expiring: 2, good: 0 }],
  [['2026-12-22', null], { expired: 0, expiring: 0, good: 2 }],
  [['2026-01-01', '2026-12-01', '2028-01-01', null], { expired: 1, expiring: 1, good: 2 }],
])('lots of %j expire', (dates, expected) => {
  const lots = dates.map((expiryDate) => ({ expiryDate, units: 1 }))
  expect(unitsByExpiry(lots, TODAY)).toEqual(expected)
  expect(unexpiredUnits(lots, TODAY)).toBe(expected.expiring + expected.good)
})

test('batches are lots; what is held covers no demand', () => {
  const batches = [
    { expiryDate: '2026-11-20', status: 'available', stock: 1 },
    { expiryDate: '2027-01-31', status: 'quarantined', stock: 2 },
    { expiryDate: '2027-06-30', status: 'available', stock: 4 },
    { expiryDate: null, status: 'available', stock: 0 },
  ]
  const lots = lotsOf({ currentStock: 7, expiryDate: '2026-11-20', batches })
  expect(lots).toEqual([
    { expiryDate: '2026-11-20', units: 1 },
    { expiryDate: '2027-01-31', units: 2, isHeld: true },
    { expiryDate: '2027-06-30', units: 4 },
  ])
  expect(unexpiredUnits(lots, TODAY)).toBe(4)
  expect(unitsByExpiry(lots, TODAY)).toEqual({ expired: 1, expiring: 0, good: 6 })
  expect(lotsOf({ currentStock: 7, expiryDate: null, batches: [] })).toEqual([{ expiryDate: null, units: 7 }])
})

test('a medicine without batches is one lot, and none without stock', () => {
  expect(lotsOf({ currentStock: 7, expiryDate: TODAY })).toEqual([{ expiryDate: TODAY, units: 7 }])
  expect(lotsOf({ currentStock: 0, expiryDate: TODAY })).toEqual([])
})
