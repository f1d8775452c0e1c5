import { type CreateMedicine, defaultPack, type Medicine } from '@mms/contracts'
import { describe, expect, it } from 'vitest'
import { buildMedicine } from '../../test/support.tsx'
import {
  emptyMedicineForm,
  type MedicineFormValues,
  medicineRules,
  toFormValues,
  toRequestBody,
} from './form-values.ts'

const { validate } = medicineRules
const valid: MedicineFormValues = { ...emptyMedicineForm, name: 'X', category: 'Vitamins' }
const errorsOf = (values: MedicineFormValues) => {
  const result = validate(values)
  return 'errors' in result ? result.errors : {}
}

describe('the body that is sent', () => {
  it('is the medicine again when nothing was typed', () => {
    const { _id, version, createdAt, updatedAt, ...body } = buildMedicine({
      unitPrice: 4.35,
      expiryDate: '2027-01-31',
    })
    const medicine = { _id, version, createdAt, updatedAt, ...body }
    expect(validate(toFormValues(medicine))).toEqual({
      body: { ...body, composition: null, barcode: null, mrp: null, costPrice: null },
    })
  })

  it('keeps multipliers that are hidden, and never stops at one that is wrong', () => {
    const seasonalTrend = { winter: '1.5', spring: '', summer: '-1', fall: '2' }
    const demandFactors = { ...valid.demandFactors, seasonal: false, seasonalTrend }
    expect(validate({ ...valid, demandFactors })).toMatchObject({
      body: { demandFactors: { seasonalTrend: { winter: 1.5, spring: 1, summer: 1, fall: 2 } } },
    })
  })
})

describe('packs', () => {
  const prices = { unitPrice: 2.33, packPrice: 35, mrp: 2.66, packMrp: 40 }
  const tax = { hsn: '300490', taxClass: 'nil', schedule: 'H1' } as const
  const pack = { packSize: 15, packWord: 'strip', unitWord: 'tablet', ...prices, ...tax }
  const strip = buildMedicine(pack)
  const bodyOf = (values: MedicineFormValues) => (validate(values) as { body: CreateMedicine }).body

  it('prices are typed for a pack, and their share is sent beside them', () => {
    expect(toFormValues(strip)).toMatchObject({ packSize: '15', unitPrice: '35', mrp: '40' })
    expect(bodyOf(toFormValues(strip))).toMatchObject({ ...pack, packCost: null })
  })

  it('an inventory that knows no packs is sent none unless one is typed', () => {
    const of = Object.entries(buildMedicine()).filter(([name]) => !(name in defaultPack))
    const stored = Object.fromEntries(of) as Medicine
    const sent = (medicine: Medicine, packSize?: string) =>
      toRequestBody(medicine, bodyOf({ ...toFormValues(medicine), ...(packSize && { packSize }) }))
    expect(sent(stored)).not.toHaveProperty('packSize')
    expect(sent(stored, '10')).toMatchObject({ packSize: 10 })
    expect(sent(strip, '1')).toMatchObject({ packSize: 1 })
  })
})

it('says what is wrong with a multiplier that is shown', () => {
  const demandFactors = {
    ...valid.demandFactors,
    climateDependent: true,
    climateFactors: { rainy: '-1', dry: '', cold: '1.25', hot: '101' },
  }
  expect(errorsOf({ ...valid, demandFactors })).toEqual({
    'demandFactors.climateFactors.rainy': 'Must be 0 or more',
    'demandFactors.climateFactors.dry': 'Dry is required',
    'demandFactors.climateFactors.hot': 'Must be at most 100',
  })
})
