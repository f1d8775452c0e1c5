import { z } from 'zod'
import { calendarDateSchema } from './dates.ts'
import { priceSchema } from './money.ts'
import { pageQuerySchema } from './paging.ts'

export const medicineCategories = [
  'Antibiotics',
  'Analgesics',
  'Antivirals',
  'Antipyretics',
  'Antidepressants',
  'Antidiabetics',
  'Antihistamines',
  'Antihypertensives',
  'Steroids',
  'Vitamins',
  'Supplements',
  'Other',
] as const
export const medicineCategorySchema = z.enum(medicineCategories)
export type MedicineCategory = z.infer<typeof medicineCategorySchema>

/** Most units of one medicine a store can hold; keeps every sum far inside exact integers. */
export const MAX_STOCK = 1_000_000_000

/** Units of stock: whole, 0 or more. */
export const stockSchema = z.int().min(0).max(MAX_STOCK)

/** Demand multiplier: 1 = normal demand, 2 = double demand. */
export const multiplierSchema = z.number().min(0).max(100)

const multiplier = multiplierSchema.default(1)
const seasonalTrendSchema = z.strictObject({
  winter: multiplier,
  spring: multiplier,
  summer: multiplier,
  fall: multiplier,
})
const climateFactorsSchema = z.strictObject({
  rainy: multiplier,
  dry: multiplier,
  cold: multiplier,
  hot: multiplier,
})

/** How season and climate move the demand for a medicine. Missing parts count as "no effect". */
export const demandFactorsSchema = z.strictObject({
  seasonal: z.boolean().default(false),
  seasonalTrend: seasonalTrendSchema.prefault({}),
  climateDependent: z.boolean().default(false),
  climateFactors: climateFactorsSchema.prefault({}),
})
export type DemandFactors = z.infer<typeof demandFactorsSchema>

/** A medicine as the API answers it. `unitPrice` in rupees; `version` is also its ETag. */
export const medicineSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: medicineCategorySchema,
  manufacturer: z.string(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  unitPrice: z.number(),
  expiryDate: calendarDateSchema.nullable(),
  demandFactors: demandFactorsSchema,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Medicine = z.infer<typeof medicineSchema>

const nameSchema = z.string().trim().min(1, 'is required').max(200)
const manufacturerSchema = z.string().trim().max(200)
/** An empty date field of a form means "no expiry date". */
const expiryDateSchema = z.union([calendarDateSchema, z.literal('').transform(() => null), z.null()])

export const createMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: manufacturerSchema.default(''),
  currentStock: stockSchema.default(0),
  minStockLevel: stockSchema.default(10),
  unitPrice: priceSchema.default(0),
  expiryDate: expiryDateSchema.default(null),
  demandFactors: demandFactorsSchema.prefault({}),
})
export type CreateMedicine = z.infer<typeof createMedicineSchema>

/** The whole medicine form. Parts that may be left out keep what is stored; numbers may not be left out. */
export const updateMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: manufacturerSchema.optional(),
  currentStock: stockSchema,
  minStockLevel: stockSchema,
  unitPrice: priceSchema,
  expiryDate: expiryDateSchema.optional(),
  demandFactors: demandFactorsSchema.optional(),
})
export type UpdateMedicine = z.infer<typeof updateMedicineSchema>

export const medicineFilterSchema = z.enum(['low-stock', 'expiring'])
export type MedicineFilter = z.infer<typeof medicineFilterSchema>

export const listMedicinesQuerySchema = z.strictObject({
  filter: medicineFilterSchema.optional(),
  category: medicineCategorySchema.optional(),
  search: z.string().trim().max(200).optional(),
  ...pageQuerySchema.shape,
})
export type ListMedicinesQuery = z.infer<typeof listMedicinesQuerySchema>

export const medicineSummarySchema = z.object({ total: z.int(), lowStock: z.int(), expiringSoon: z.int() })
export type MedicineSummary = z.infer<typeof medicineSummarySchema>

/** One bar of the dashboard's stock chart. */
export const stockLevelSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  currentStock: z.int(),
  minStockLevel: z.int(),
})
export type StockLevel = z.infer<typeof stockLevelSchema>

export const sampleDataResponseSchema = z.object({
  success: z.boolean(),
  count: z.int(),
  message: z.string(),
})
export type SampleDataResponse = z.infer<typeof sampleDataResponseSchema>
