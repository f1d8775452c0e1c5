import { receivedFactorsSchema } from '@mms/contracts'
import { expect, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { conditionsOn } from '../conditions/rules.ts'
import { defaultSettings } from '../settings/store.ts'
import { recommendActions } from './recommendations.ts'

const location = findCity('Mumbai') as City
const settings = defaultSettings
const conditions = { ...conditionsOn('2026-07-15', location, settings), location, settings }
const prices = { unitPrice: 2, packSize: 1, packPrice: 2, costPrice: null, packCost: 0 }
const stock = { currentStock: 5, added: 50, removed: 45, deleted: false, minStockLevel: 10, batches: null }
const factors = receivedFactorsSchema.parse(undefined)
const dolo = { version: 1, name: 'Dolo', category: 'Other', factors, ...prices, ...stock }
const unsold = { soldIds: new Set<string>(), since: '2026-04', expect: () => null }

test('a medicine is named once, in the first card, and what has expired is not to be sold', () => {
  const dates = [...Array<string>(7).fill('2026-07-10'), '2026-07-20']
  const medicines = dates.map((expiryDate, index) => ({ ...dolo, id: `m${index}`, expiryDate }))
  const cards = recommendActions({ medicines, conditions, ...unsold })
  const named = cards.flatMap((card) => card.medicines.map(({ _id }) => _id))
  expect(new Set(named).size).toBe(named.length)
  const shown = cards.map(({ kind, count, medicines: own }) => `${kind} ${count} ${own.length}`)
  expect(shown).toEqual(['restock 8 5', 'expired 7 2', 'expiry 1 1'])
  const reasons = ['5 left, min 10', '5 units, ₹10, expire on 20 Jul 2026']
  expect(cards.at(-1)?.medicines[0]?.reasons).toEqual(reasons)
})

test('slow stock of packs counts units, at the exact price of a pack', () => {
  const strips = { ...dolo, id: 'm', currentStock: 180, packSize: 15, packPrice: 35, expiryDate: null }
  const [slow] = recommendActions({ medicines: [strips], conditions, ...unsold, soldIds: new Set(['other']) })
  expect(slow?.medicines[0]?.reasons).toEqual(['180 units, ₹420'])
})
