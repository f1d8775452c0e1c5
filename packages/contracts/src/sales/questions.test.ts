import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultCounterLimits as limits } from './counter-limits.ts'
import {
  type ComparedMedicine,
  type EnteredTransaction,
  expiryQuestion,
  questionsOf,
  unitsAboveSold,
} from './questions.ts'
import { createTransactionSchema } from './sales.ts'

const TODAY = '2026-11-20'
const medicine: ComparedMedicine = {
  unitPrice: 30,
  currentStock: 100,
  expiryDate: '2027-06-30',
  mrp: 80,
  usual: { sale: 2, purchase: 40 },
  sold: 5,
}
const sale: EnteredTransaction = { type: 'sale', quantity: 1, unitPrice: 30 }
const decrease = { type: 'adjustment', direction: 'decrease' } as const

const ask = (entered: Partial<EnteredTransaction>, more: Partial<ComparedMedicine> = {}, differing = {}) =>
  questionsOf({ ...sale, ...entered }, { ...medicine, ...more }, { ...limits, ...differing }, TODAY).map(
    ({ code, compared }) => [code, compared],
  )

describe('the counter asks about', () => {
  test.each<[string, Partial<EnteredTransaction>, Partial<ComparedMedicine>, unknown[]]>([
    ['nothing that is usual', {}, {}, []],
    ['a price of 0', { unitPrice: 0 }, {}, [['price_zero', 30]]],
    ['3 times the usual price', { unitPrice: 90 }, { mrp: null }, [['price_far', 30]]],
    ['not a paisa below that', { unitPrice: 89.99 }, { mrp: null }, []],
    ['a third of the usual price', { unitPrice: 10 }, {}, [['price_far', 30]]],
    ['not a paisa above that', { unitPrice: 10.01 }, {}, []],
    ['a purchase above the MRP', { type: 'purchase', unitPrice: 80.01 }, {}, [['price_above_mrp', 80]]],
    ['not the MRP itself', { type: 'purchase', unitPrice: 80 }, {}, []],
    ['no sale above the MRP, which is refused', { unitPrice: 80.01 }, {}, []],
    ['no price of a write-off', { type: 'expired', unitPrice: 0 }, {}, []],
    ['10 times the usual quantity', { quantity: 20 }, {}, [['quantity_far', 2]]],
    ['not 19 of it', { quantity: 19 }, {}, []],
    ['10 times that', { type: 'purchase', quantity: 400 }, {}, [['quantity_far', 40]]],
    ['no quantity of which nothing usual is known', { quantity: 99 }, { usual: undefined }, []],
    ['more than is there', { quantity: 101 }, {}, [['quantity_above_stock', 100]]],
    ['writing off more', { type: 'expired', quantity: 101 }, {}, [['quantity_above_stock', 100]]],
    ['a decrease by more', { ...decrease, quantity: 101 }, {}, [['quantity_above_stock', 100]]],
    ['no increase', { ...decrease, direction: 'increase', quantity: 101 }, {}, []],
    ['a sale of expired stock', {}, { expiryDate: '2026-11-19' }, [['quantity_above_stock', 0]]],
    ['not of stock that expires today', {}, { expiryDate: TODAY }, []],
    ['no write-off of expired stock', { type: 'expired' }, { expiryDate: '2026-11-19' }, []],
    ['a return of more than was sold', { type: 'return', quantity: 6 }, {}, [['return_above_sold', 5]]],
    ['not of what was sold', { type: 'return', quantity: 5 }, {}, []],
    ['no return where sales are not known', { type: 'return', quantity: 99 }, { sold: undefined }, []],
    ['twice the price for a new one', { type: 'purchase', newUnitPrice: 60 }, {}, [['new_price_far', 30]]],
    ['not less than that', { type: 'purchase', newUnitPrice: 59.99 }, {}, []],
    ['a new price above the MRP', { type: 'purchase', newUnitPrice: 81 }, {}, [['new_price_above_mrp', 80]]],
    ['an expiry that has passed', { newExpiryDate: '2026-11-19' }, {}, [['expiry_past', TODAY]]],
    ['one in 29 days', { newExpiryDate: '2026-12-19' }, {}, [['expiry_near', TODAY]]],
    ['not one in 30 days', { newExpiryDate: '2026-12-20' }, {}, []],
    ['not one in 6 years', { newExpiryDate: '2032-11-20' }, {}, []],
    ['one a day later', { newExpiryDate: '2032-11-21' }, {}, [['expiry_far', TODAY]]],
  ])('%s', (_, entered, more, expected) => {
    expect(ask(entered, more)).toEqual(expected)
  })

  test('each field once, in the order of the form, with what was entered', () => {
    const dates = { newUnitPrice: 90, newExpiryDate: '2062-12-31' }
    const entered = { type: 'purchase', quantity: 500, unitPrice: 0, ...dates } as const
    expect(questionsOf(entered, medicine, limits, TODAY)).toEqual([
      { code: 'quantity_far', field: 'quantity', value: 500, compared: 40 },
      { code: 'price_zero', field: 'unitPrice', value: 0, compared: 30 },
      { code: 'new_price_above_mrp', field: 'newUnitPrice', value: 90, compared: 80 },
      { code: 'expiry_far', field: 'newExpiryDate', value: '2062-12-31', compared: TODAY },
    ])
  })

  test('what the limits say', () => {
    expect(ask({ unitPrice: 61 }, {}, { priceTimes: 2 })).toEqual([['price_far', 30]])
    expect(ask({ quantity: 20 }, {}, { quantityTimes: 11 })).toEqual([])
  })

  test('29 February of a year that has none', () => {
    expect(expiryQuestion('2038-02-28', limits, '2032-02-29')).toBeUndefined()
    expect(expiryQuestion('2038-03-01', limits, '2032-02-29')).toBe('expiry_far')
  })
})

test('no more comes back above what was sold than comes back', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer(), (quantity, sold) => {
      const above = unitsAboveSold(quantity, sold)
      return above >= 0 && above <= quantity && (sold <= 0 || above <= Math.max(0, quantity - sold))
    }),
  )
})

test('what was asked by a later release is left out, and the transaction recorded', () => {
  const confirmed = [
    { code: 'price_far', value: 300, compared: 30 },
    { code: 'of_a_later_release', value: 1, compared: 2 },
    'nonsense',
  ]
  const body = { ...sale, medicineId: '0193a000-0000-7000-8000-000000000001', confirmed }
  expect(createTransactionSchema.parse(body).confirmed).toEqual(confirmed.slice(0, 1))
})
