import { expect, test } from 'vitest'
import { type MoneyRow, overpaid } from './overpaid.ts'

let made = 0
const row = (parts: Partial<MoneyRow>): MoneyRow => ({
  id: `t${++made}`,
  movement_version: made,
  medicine_id: 'm',
  type: 'sale',
  quantity: 1,
  unit_price_paise: 1_000,
  status: 'completed',
  reverses: null,
  approved_by: null,
  sample: 0,
  ...parts,
})
const none = { units: 0, paise: 0 }
const sale = row({ quantity: 5 })
const back = (parts: Partial<MoneyRow> = {}) => row({ type: 'return', quantity: 5, ...parts })
const undoOf = ({ id, ...parts }: MoneyRow) => row({ ...parts, reverses: id })

test.each<[string, MoneyRow[]]>([
  ['a return at the price of the sale', [sale, back()]],
  ['an undone sale', [sale, undoOf(sale)]],
  ['a return that was refused', [sale, back(), back({ status: 'rejected' })]],
  ['what an administrator approved', [sale, back({ quantity: 40, approved_by: 'a' })]],
  [
    'sales at two prices and their mean',
    [sale, row({ quantity: 5, unit_price_paise: 500 }), back({ quantity: 10, unit_price_paise: 750 })],
  ],
])('finds nothing in %s', (_, rows) => {
  expect(overpaid(rows, none)).toEqual([])
})

test('finds nothing in a return that was undone before the next', () => {
  const first = back()
  expect(overpaid([sale, first, undoOf(first), back()], none)).toEqual([])
})

test.each<[string, MoneyRow[]]>([
  ['a return above the price', [sale, back({ unit_price_paise: 1_001 })]],
  ['a return and an undo of one sale', [sale, back(), undoOf(sale)]],
  ['a return of what was not sold', [back({ quantity: 1, unit_price_paise: 0 })]],
  [
    'a dear return beside a sale that nobody returned',
    [sale, row({ quantity: 90 }), back({ quantity: 1, unit_price_paise: 1_001 })],
  ],
])('finds %s', (_, rows) => {
  expect(overpaid(rows, none)).not.toEqual([])
})

test('finds what later sales would hide', () => {
  const late = row({ quantity: 90 })
  expect(overpaid([sale, back(), undoOf(sale), { ...late, movement_version: 9_999 }], none)).not.toEqual([])
})

test('allows what the limits allow', () => {
  expect(overpaid([back({ quantity: 2 })], { units: 2, paise: 2_000 })).toEqual([])
  expect(overpaid([back({ quantity: 2 })], { units: 1, paise: 1_999 })).toHaveLength(2)
})
