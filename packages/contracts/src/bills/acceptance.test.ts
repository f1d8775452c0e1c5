import { expect, test } from 'vitest'
import { storeDate } from '../dates/store-date.ts'
import { paiseToRupees, rupeesToPaise } from '../fields/paise.ts'
import { packPriceOf, unitPriceOf } from '../inventory/packs.ts'
import { readTypedUnits } from '../inventory/sold-packs.ts'
import cases from './acceptance.json' with { type: 'json' }
import { createCounterSchema } from './counters.ts'
import { type DocumentKind, documentNumberText, financialYearOf } from './numbers.ts'
import { defaultTaxRates, taxRateOf } from './rates.ts'
import { gstinSchema } from './settings.ts'

const { gstins, rates, numbers, packs } = cases

test.each(gstins)('the GSTIN $text', ({ text, expected: { valid, stored } }) => {
  expect(gstinSchema.safeParse(text)).toMatchObject({ success: valid, ...(valid && { data: stored }) })
})

test.each(rates)('the rate of $taxClass on $day', ({ taxClass, day, expected }) => {
  expect(taxRateOf(defaultTaxRates, taxClass, day)).toBe(expected)
})

test.each(numbers)('number $number of counter $counter at $at', ({ at, expected, ...document }) => {
  if ('error' in expected) {
    expect(createCounterSchema.safeParse({ letter: document.counter, name: 'Front' }).success).toBe(false)
    return
  }
  const day = storeDate('Asia/Kolkata', new Date(at))
  const kind = document.kind as DocumentKind
  const text = documentNumberText({ ...document, kind, year: financialYearOf(day) })
  expect({ text, length: text.length, storeDay: day }).toEqual(expected)
})

test.each(packs.quantities)('$typed of packs of $packSize', ({ typed, packSize, expected }) => {
  expect(readTypedUnits(typed, packSize)).toBe(expected.units ?? null)
})

test.each(packs.unitPrices)('a unit of $packSize at $packPrice', ({ packPrice, packSize, expected }) => {
  expect(rupeesToPaise(unitPriceOf(paiseToRupees(packPrice), packSize))).toBe(expected.unitPrice)
})

test.each(packs.savedUnitPrices)('a unit price of $savedUnitPrice is saved', ({ expected, ...saved }) => {
  const [packPrice, unitPrice] = [saved.packPrice, saved.savedUnitPrice].map(paiseToRupees)
  expect(rupeesToPaise(packPriceOf(packPrice, unitPrice as number, saved.packSize))).toBe(expected.packPrice)
})
