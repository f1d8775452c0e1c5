import { expect, test } from 'vitest'
import { createMedicineJson } from './json-cache.ts'
import type { MedicineRow } from './store.ts'

const row = (id: string, version: number): MedicineRow => ({
  id,
  name: 'Dolo',
  category: 'Other',
  manufacturer: '',
  barcode: null,
  current_stock: version,
  min_stock_level: 1,
  mrp_paise: null,
  unit_price_paise: 199,
  expiry_date: null,
  demand_factors: '{}',
  version,
  created_at: 0,
  updated_at: 0,
})
const length = createMedicineJson().write(row('a', 1)).length

test('finds what was written for exactly this version', () => {
  const json = createMedicineJson()
  expect(json.find('a', 1)).toBeUndefined()
  const written = json.write(row('a', 1))
  expect(json.find('a', 1)).toBe(written)
  expect(json.find('a', 2)).toBeUndefined()
  expect(json.find('b', 1)).toBeUndefined()
  expect(JSON.parse(json.write(row('a', 2)))).toMatchObject({ currentStock: 2, version: 2 })
  expect(json.find('a', 1)).toBeUndefined()
})

test('forgets the oldest where all would be too much', () => {
  const json = createMedicineJson({ maxCharacters: 3 * length })
  for (const id of ['a', 'b', 'c']) json.write(row(id, 1))
  json.write(row('a', 2))
  json.write(row('d', 1))
  expect(['a', 'b', 'c', 'd'].map((id) => json.find(id, id === 'a' ? 2 : 1) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('keeps nothing that is larger than all may be', () => {
  const json = createMedicineJson({ maxCharacters: length - 1 })
  expect(json.write(row('a', 1))).toContain('Dolo')
  expect(json.find('a', 1)).toBeUndefined()
})
