import { receivedFactorsSchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from '../conditions/rules.ts'
import { defaultSettings } from '../settings/store.ts'
import { recommend } from './recommendations.ts'

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
    costPrice: null,
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
const restockOf = (expiryDate: string | null) =>
  recommend({
    ...{ medicines: [{ ...dolo, expiryDate }], conditions, soldIds: new Set(['dolo']), since: '2026-04' },
    expect: () => null,
  }).find(({ kind }) => kind === 'restock')

test('restock: what has expired covers nothing; it is good through its printed day', () => {
  expect(restockOf(null)).toBeUndefined()
  expect(restockOf('2026-07-15')).toBeUndefined()
  expect(restockOf('2026-07-14')).toMatchObject({
    count: 1,
    medicines: [
      { _id: 'dolo', reasons: ['0 left (50 expired), min 10', '50 packs, ₹100, expired on 14 Jul 2026'] },
    ],
  })
})

test('batches are walked one by one: what is expired or held covers nothing', () => {
  const batches = [
    { expiryDate: '2026-07-10', status: 'available', stock: 30 },
    { expiryDate: '2026-07-20', status: 'available', stock: 6 },
    { expiryDate: '2027-07-20', status: 'recalled', stock: 14 },
  ]
  const cards = recommend({
    ...{ medicines: [{ ...dolo, expiryDate: '2026-07-10', batches }], conditions, since: '2026-04' },
    ...{ soldIds: new Set(['dolo']), expect: () => null },
  })
  expect(cards[0]?.medicines[0]?.reasons).toEqual([
    '6 left (44 expired or on hold), min 10',
    '30 packs, ₹60, expired on 10 Jul 2026',
    '6 packs, ₹12, expire on 20 Jul 2026',
  ])
})

test('a medicine is named once, in the first card, and what has expired is not to be sold', () => {
  const medicines = Array.from({ length: 8 }, (_, at) => ({
    ...{ ...dolo, id: `m${at}`, currentStock: 5, expiryDate: at < 7 ? '2026-07-10' : '2026-07-20' },
  }))
  const cards = recommend({
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
    '5 packs, ₹10, expire on 20 Jul 2026',
  ])
})
