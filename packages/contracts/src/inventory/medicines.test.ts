import { describe, expect, test } from 'vitest'
import { MAX_STOCK } from './limits.ts'
import { createMedicineSchema, listMedicinesQuerySchema, updateMedicineSchema } from './medicines.ts'

const medicine = { name: 'Paracetamol 650 mg', category: 'Antipyretics' }

describe('a new medicine', () => {
  test('takes the defaults of the specification', () => {
    expect(createMedicineSchema.parse(medicine)).toEqual({
      ...medicine,
      manufacturer: '',
      currentStock: 0,
      minStockLevel: 10,
      unitPrice: 0,
      expiryDate: null,
      demandFactors: {
        seasonal: false,
        seasonalTrend: { winter: 1, spring: 1, summer: 1, fall: 1 },
        climateDependent: false,
        climateFactors: { rainy: 1, dry: 1, cold: 1, hot: 1 },
      },
    })
  })

  test('takes an empty date field for no expiry date, and text of any script', () => {
    const parsed = createMedicineSchema.parse({ ...medicine, name: '  क्\u200Dष 650 “ß” 😀 ', expiryDate: '' })
    expect(parsed).toMatchObject({ name: 'क्\u200Dष 650 “ß” 😀', expiryDate: null })
  })

  test.each([
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ name: 'half \ud83d' }, 'name'],
    [{ name: 'Do\u202Elo' }, 'name'],
    [{ name: 'Do\u200Blo' }, 'name'],
    [{ name: 'Dol\u200Do' }, 'name'],
    [{ name: 'Dolo\u200F' }, 'name'],
    [{ category: 'antibiotics' }, 'category'],
    [{ currentStock: -1 }, 'currentStock'],
    [{ currentStock: 1.5 }, 'currentStock'],
    [{ currentStock: MAX_STOCK + 1 }, 'currentStock'],
    [{ minStockLevel: -1 }, 'minStockLevel'],
    [{ unitPrice: 1.005 }, 'unitPrice'],
    [{ expiryDate: '2026-02-30' }, 'expiryDate'],
    [{ demandFactors: { seasonalTrend: { winter: -1 } } }, 'demandFactors.seasonalTrend.winter'],
    [{ demandFactors: { climateFactors: { hot: 101 } } }, 'demandFactors.climateFactors.hot'],
  ])('with %j is refused at %s', (wrong, field) => {
    const result = createMedicineSchema.safeParse({ ...medicine, ...wrong })
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field])
  })

  test('with an unknown field is refused, at every level', () => {
    for (const wrong of [{ version: 1 }, { demandFactors: { monsoon: 2 } }]) {
      const result = createMedicineSchema.safeParse({ ...medicine, ...wrong })
      expect(result.error?.issues[0]).toMatchObject({ code: 'unrecognized_keys' })
    }
  })
})

test('an update may leave out text, date and factors, but no number', () => {
  const update = { ...medicine, currentStock: 1, minStockLevel: 2, unitPrice: 3 }
  expect(updateMedicineSchema.parse(update)).toEqual(update)
  expect(updateMedicineSchema.safeParse({ ...update, currentStock: MAX_STOCK + 1 }).success).toBe(false)
  for (const field of ['currentStock', 'minStockLevel', 'unitPrice', 'name', 'category']) {
    expect(updateMedicineSchema.safeParse({ ...update, [field]: undefined }).success).toBe(false)
  }
})

test.each([{ limit: '0' }, { limit: '201' }, { after: '' }, { page: '2' }])(
  'a list query of %j is refused',
  (query) => {
    expect(listMedicinesQuerySchema.safeParse(query).success).toBe(false)
  },
)
