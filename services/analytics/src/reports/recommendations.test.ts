import { receivedFactorsSchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from '../conditions/rules.ts'
import { defaultSettings } from '../settings/store.ts'
import { recommendActions } from './recommendations.ts'

const location = findCity('Mumbai') as City
const conditions = {
  ...conditionsOn('2026-07-15', location, defaultSettings),
  location,
  settings: defaultSettings,
}
const dolo = {
  ...{
    id: 'dolo',
    version: 1,
    name: 'Dolo',
    category: 'Other',
    minStockLevel: 10,
    unitPrice: 2,
    packSize: 1,
    packPrice: 0,
    costPrice: null,
    packCost: 0,
    batches: null,
  },
  ...{
    currentStock: 50,
    added: 50,
    removed: 0,
    deleted: false,
    factors: receivedFactorsSchema.parse(undefined),
  },
}

test('a medicine is named once, in the first card, and what has expired is not to be sold', () => {
  const medicines = Array.from({ length: 8 }, (_, at) => ({
    ...{ ...dolo, id: `m${at}`, currentStock: 5, expiryDate: at < 7 ? '2026-07-10' : '2026-07-20' },
  }))
  const cards = recommendActions({
    ...{ medicines, conditions, soldIds: new Set(), since: '2026-04', expect: () => null },
  })
  const named = cards.flatMap((card) => card.medicines.map(({ _id }) => _id))
  expect(new Set(named).size).toBe(named.length)
  const shown = cards.map(({ kind, count, medicines: own }) => [kind, count, own.length])
  expect(shown).toEqual([
    ['restock', 8, 5],
    ['expired', 7, 2],
    ['expiry', 1, 1],
  ])
  expect(cards.at(-1)?.medicines[0]?.reasons).toEqual([
    '5 left, min 10',
    '5 units, ₹10, expire on 20 Jul 2026',
  ])
})
