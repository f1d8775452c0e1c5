import { receivedFactorsSchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { conditionsOn } from '../conditions/rules.ts'
import { type City, findCity } from '../places/cities.ts'
import { defaultSettings } from '../settings/rules.ts'
import { recommend } from './recommendations.ts'

const place = findCity('Mumbai') as City
const conditions = { ...conditionsOn('2026-07-15', place, defaultSettings), place, settings: defaultSettings }
const dolo = {
  ...{ id: 'dolo', version: 1, name: 'Dolo', category: 'Other', minStockLevel: 10, unitPrice: 2 },
  ...{
    currentStock: 50,
    added: 50,
    removed: 0,
    deleted: false,
    factors: receivedFactorsSchema.parse(undefined),
  },
}
const restockOf = (expiryDate: string | null) =>
  recommend({
    ...{ medicines: [{ ...dolo, expiryDate }], conditions, soldIds: new Set(['dolo']), since: '2026-04' },
    expect: () => null,
  }).find(({ kind }) => kind === 'restock')

test('restock: what has expired covers nothing; it is good through its printed day', () => {
  expect(restockOf(null)).toBeUndefined()
  expect(restockOf('2026-07-15')).toBeUndefined()
  expect(restockOf('2026-07-14')).toMatchObject({
    medicines: [{ _id: 'dolo' }],
    reasons: ['Dolo: 0 unexpired of 50 in stock, minimum 10 × 1 = 10.'],
  })
})
