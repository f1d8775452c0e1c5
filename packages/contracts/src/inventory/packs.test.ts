import { describe, expect, test } from 'vitest'
import { type CatalogueColumns, medicinesOf } from './catalogue-columns.ts'
import { packPriceOf, packText, unitMrpOrCostOf, unitPriceOf } from './packs.ts'
import { packPaiseOf } from './sold-packs.ts'

/** Paise. More examples are in `bills/acceptance.json`. */
describe('a pack’s price', () => {
  test.each([
    [3_500, 15, 233],
    [50, 100, 0],
  ])('of %i for %i units is %i a unit', (pack, size, unit) => {
    expect(unitPriceOf(pack / 100, size)).toBe(unit / 100)
    expect(unitMrpOrCostOf(pack / 100, size)).toBe((unit || 1) / 100)
  })

  test.each([
    [null, 15, 250, 3_750],
    [50, 100, 0, 50],
    [50, 100, 1, 50],
  ])('of %s for %i units is, at %i a unit, %i', (pack, size, unit, expected) => {
    expect(packPriceOf(pack && pack / 100, unit / 100, size)).toBe(expected / 100)
  })

  const medicine = { unitPrice: 2.33, mrp: 2.33, packSize: 15, packPrice: 35, packMrp: 35 }
  test.each([
    ['no batch', undefined, [3_500, 3_500]],
    ['a batch at the unit prices', { unitPrice: 2.33, mrp: 2.33 }, [3_500, 3_500]],
    ['a batch at its own', { unitPrice: 2.5, mrp: 3 }, [3_750, 4_500]],
    ['a batch without any', { unitPrice: null, mrp: null }, [3_500, 3_500]],
  ])('of %s', (_, batch, [packPrice, packMrp]) => {
    expect(packPaiseOf(medicine, batch)).toEqual({ packPrice, packMrp })
  })
})

test.each([
  [184, 15, '12 strips + 4'],
  [180, 15, '12 strips'],
  [15, 15, '1 strip'],
  [1, 15, '1 tablet'],
  [0, 15, '0 tablets'],
  [100_000, 1, '1,00,000 strips'],
])('%i units in packs of %i are %s', (units, packSize, text) => {
  expect(packText(units, { packSize, packWord: 'strip', unitWord: 'tablet' })).toBe(text)
})

test('a catalogue of release 0.3 has medicines of pack size 1', () => {
  const columns = { _id: ['a'], name: ['Dolo'], unitPrice: [2.5] }
  expect(medicinesOf(columns as unknown as CatalogueColumns)).toMatchObject([
    {
      ...{ name: 'Dolo', packSize: 1, packWord: 'pack', unitWord: 'unit', packPrice: 2.5, packMrp: null },
      ...{ hsn: '3004', taxClass: 'medicine', schedule: 'none', batches: [] },
    },
  ])
})
