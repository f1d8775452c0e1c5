import {
  type CreateMedicine,
  createMedicineSchema,
  defaultPack,
  describeField,
  fieldsShownIn,
  type Medicine,
  unitPriceOf,
} from '@mms/contracts'
import { type FormApi, fieldProps, formRules, numberOf } from '@mms/sdk/forms'
import * as words from '../words/medicine-forms.ts'
import * as sharedWords from '../words/shared.ts'

/** Named and ordered as in the specification. */
export const seasons = ['winter', 'spring', 'summer', 'fall'] as const
export const climates = ['rainy', 'dry', 'cold', 'hot'] as const

const formFields = (['basic', 'pack', 'tax', 'stock'] as const).flatMap(fieldsShownIn)
type FormField = (typeof formFields)[number]
const ofFields = (textFor: (field: FormField) => string) =>
  Object.fromEntries(formFields.map((field) => [field, textFor(field)])) as Record<FormField, string>

/**
 * Numbers stay text until they are saved, so that typed text is never changed or lost. Prices are per pack.
 * The cost is empty for staff, who may not see it.
 */
export interface MedicineFormValues extends Record<FormField, string> {
  demandFactors: {
    seasonal: boolean
    seasonalTrend: Record<(typeof seasons)[number], string>
    climateDependent: boolean
    climateFactors: Record<(typeof climates)[number], string>
  }
}

export const fieldLabels = {
  ...ofFields((field) => describeField(field).label),
  packWord: sharedWords.pack,
  unitWord: sharedWords.unit,
  ...words.demandLabels,
} as const
export type FieldName = keyof typeof fieldLabels

export const emptyMedicineForm: MedicineFormValues = {
  ...ofFields(() => ''),
  ...defaultPack,
  packSize: '1',
  currentStock: '0',
  minStockLevel: '10',
  unitPrice: '0',
  demandFactors: {
    seasonal: false,
    seasonalTrend: { winter: '1', spring: '1', summer: '1', fall: '1' },
    climateDependent: false,
    climateFactors: { rainy: '1', dry: '1', cold: '1', hot: '1' },
  },
}

const textOf = (value: number | null | undefined) => (value ? String(value) : '')

export function toFormValues(stored: Medicine): MedicineFormValues {
  const medicine = { ...defaultPack, ...stored }
  const { demandFactors, packPrice, packMrp, packCost } = medicine
  return {
    ...ofFields((field) => String(medicine[field] ?? '')),
    unitPrice: String(packPrice ?? medicine.unitPrice),
    mrp: textOf(packMrp ?? medicine.mrp),
    costPrice: textOf(packCost ?? medicine.costPrice),
    demandFactors: {
      seasonal: demandFactors.seasonal,
      seasonalTrend: mapValues(demandFactors.seasonalTrend, String),
      climateDependent: demandFactors.climateDependent,
      climateFactors: mapValues(demandFactors.climateFactors, String),
    },
  }
}

const packPriceNames: Record<string, string> = {
  packPrice: 'unitPrice',
  packMrp: 'mrp',
  packCost: 'costPrice',
}

export const medicineRules = formRules({
  name: 'medicine',
  labels: fieldLabels,
  empty: emptyMedicineForm,
  schema: createMedicineSchema,
  bodyOf,
  nameOf: (field) => packPriceNames[field] ?? field,
})
export type MedicineFormApi = FormApi<MedicineFormValues>

export const inputPropsOf = (form: MedicineFormApi, field: FieldName) => ({
  label: fieldLabels[field],
  ...fieldProps(form, field),
})

/** The server rejects a cost from staff. Serves release 0.3, which rejects fields that it does not know. */
export function toRequestBody(stored: Medicine | null, { costPrice, packCost, ...body }: CreateMedicine) {
  const isCostShown = costPrice || stored?.costPrice !== undefined
  const entries = Object.entries(body).filter(([field, value]) => {
    const isDefault = value === (defaultPack[field as keyof typeof defaultPack] ?? null)
    return !isDefault || (stored ? field in stored : value === null)
  })
  return { ...Object.fromEntries(entries), ...(isCostShown && { costPrice, packCost }) } as CreateMedicine
}

/** Returns the unit and pack price of a typed price. */
function pricesOf(text: string, packSize: number): [number | null, number | null | undefined] {
  const price = text ? numberOf(text) : null
  if (!(packSize > 1)) return [price, undefined]
  return [price && unitPriceOf(price, packSize), price]
}

function bodyOf({ demandFactors, ...values }: MedicineFormValues): unknown {
  const { seasonal, seasonalTrend, climateDependent, climateFactors } = demandFactors
  const packSize = numberOf(values.packSize)
  const [unitPrice, packPrice] = pricesOf(values.unitPrice, packSize)
  const [mrp, packMrp] = pricesOf(values.mrp, packSize)
  const [costPrice, packCost] = pricesOf(values.costPrice, packSize)
  return {
    ...values,
    composition: values.composition || null,
    category: values.category === '' ? undefined : values.category,
    currentStock: numberOf(values.currentStock),
    minStockLevel: numberOf(values.minStockLevel),
    packSize,
    unitPrice,
    packPrice,
    mrp,
    packMrp,
    costPrice,
    packCost,
    demandFactors: {
      seasonal,
      seasonalTrend: mapValues(seasonalTrend, seasonal ? numberOf : hiddenMultiplier),
      climateDependent,
      climateFactors: mapValues(climateFactors, climateDependent ? numberOf : hiddenMultiplier),
    },
  }
}

/** Invalid text in a hidden multiplier must not block saving. It counts as no effect. */
function hiddenMultiplier(text: string): number {
  const value = numberOf(text)
  return value >= 0 && value <= 100 ? value : 1
}

function mapValues<Key extends string, From, To>(
  record: Record<Key, From>,
  map: (value: From) => To,
): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, map(value)])) as Record<
    Key,
    To
  >
}
