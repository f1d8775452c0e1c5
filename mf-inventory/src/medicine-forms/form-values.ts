import { type CreateMedicine, createMedicineSchema, type Medicine } from '@mms/contracts'
import { type FormApi, formRules, numberOf } from '@mms/sdk/forms'

/** Named and ordered as in the specification. */
export const seasons = ['winter', 'spring', 'summer', 'fall'] as const
export const climates = ['rainy', 'dry', 'cold', 'hot'] as const

/** Numbers stay text until they are saved, so that typed text is never changed or lost. */
export interface MedicineFormValues {
  name: string
  category: string
  manufacturer: string
  composition: string
  barcode: string
  currentStock: string
  minStockLevel: string
  unitPrice: string
  mrp: string
  /** Empty for staff, who neither see nor send it. */
  costPrice: string
  expiryDate: string
  demandFactors: {
    seasonal: boolean
    seasonalTrend: Record<(typeof seasons)[number], string>
    climateDependent: boolean
    climateFactors: Record<(typeof climates)[number], string>
  }
}

export const fieldLabels = {
  name: 'Medicine Name',
  category: 'Category',
  manufacturer: 'Manufacturer',
  composition: 'Composition',
  barcode: 'Barcode',
  currentStock: 'Current Stock',
  minStockLevel: 'Minimum Stock Level',
  unitPrice: 'Unit Price (₹)',
  mrp: 'MRP (₹)',
  costPrice: 'Cost Price (₹)',
  expiryDate: 'Expiry Date',
  'demandFactors.seasonal': 'Is demand affected by seasons?',
  'demandFactors.seasonalTrend.winter': 'Winter',
  'demandFactors.seasonalTrend.spring': 'Spring',
  'demandFactors.seasonalTrend.summer': 'Summer',
  'demandFactors.seasonalTrend.fall': 'Fall',
  'demandFactors.climateDependent': 'Is demand affected by climate?',
  'demandFactors.climateFactors.rainy': 'Rainy',
  'demandFactors.climateFactors.dry': 'Dry',
  'demandFactors.climateFactors.cold': 'Cold',
  'demandFactors.climateFactors.hot': 'Hot',
} as const
export type FieldName = keyof typeof fieldLabels

export const emptyForm: MedicineFormValues = {
  name: '',
  category: '',
  manufacturer: '',
  composition: '',
  barcode: '',
  currentStock: '0',
  minStockLevel: '10',
  unitPrice: '0',
  mrp: '',
  costPrice: '',
  expiryDate: '',
  demandFactors: {
    seasonal: false,
    seasonalTrend: { winter: '1', spring: '1', summer: '1', fall: '1' },
    climateDependent: false,
    climateFactors: { rainy: '1', dry: '1', cold: '1', hot: '1' },
  },
}

export function formOf(medicine: Medicine): MedicineFormValues {
  const { demandFactors } = medicine
  return {
    name: medicine.name,
    category: medicine.category,
    manufacturer: medicine.manufacturer,
    composition: medicine.composition ?? '',
    barcode: medicine.barcode ?? '',
    currentStock: String(medicine.currentStock),
    minStockLevel: String(medicine.minStockLevel),
    unitPrice: String(medicine.unitPrice),
    mrp: medicine.mrp ? String(medicine.mrp) : '',
    costPrice: medicine.costPrice ? String(medicine.costPrice) : '',
    expiryDate: medicine.expiryDate ?? '',
    demandFactors: {
      seasonal: demandFactors.seasonal,
      seasonalTrend: mapValues(demandFactors.seasonalTrend, String),
      climateDependent: demandFactors.climateDependent,
      climateFactors: mapValues(demandFactors.climateFactors, String),
    },
  }
}

export const medicineRules = formRules({
  name: 'medicine',
  labels: fieldLabels,
  empty: emptyForm,
  schema: createMedicineSchema,
  bodyOf,
})
export type MedicineFormApi = FormApi<MedicineFormValues>

/** The server hides the cost price from staff and rejects it from them. */
export function bodyFor(stored: Medicine | null, { costPrice, ...body }: CreateMedicine): CreateMedicine {
  return costPrice || stored?.costPrice !== undefined ? { ...body, costPrice } : body
}

function bodyOf({ demandFactors, ...values }: MedicineFormValues): unknown {
  const { seasonal, seasonalTrend, climateDependent, climateFactors } = demandFactors
  return {
    ...values,
    composition: values.composition || null,
    category: values.category === '' ? undefined : values.category,
    currentStock: numberOf(values.currentStock),
    minStockLevel: numberOf(values.minStockLevel),
    unitPrice: numberOf(values.unitPrice),
    mrp: values.mrp ? numberOf(values.mrp) : null,
    costPrice: values.costPrice ? numberOf(values.costPrice) : null,
    demandFactors: {
      seasonal,
      seasonalTrend: mapValues(seasonalTrend, seasonal ? numberOf : hiddenMultiplier),
      climateDependent,
      climateFactors: mapValues(climateFactors, climateDependent ? numberOf : hiddenMultiplier),
    },
  }
}

/** A hidden multiplier must not block saving. Invalid text counts as no effect. */
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
