import { z } from 'zod'
import { barcodeProblem, parseBarcode } from '../codes/barcode.ts'
import { calendarDateSchema } from '../dates/dates.ts'
import { costPriceSchema, mrpSchema, priceSchema } from '../fields/money.ts'
import { isPlainText } from '../fields/plain-text.ts'
import { each, snapshotShape } from '../fields/schemas.ts'
import { feedQuerySchema } from '../http/feed.ts'
import { pageQuerySchema } from '../http/paging.ts'
import { stockBatchSchema } from './batches.ts'
import { medicineCategories } from './categories.ts'
import { MAX_STOCK } from './limits.ts'
import type { MedicineField } from './medicine-fields.ts'
import { MAX_PACK_SIZE, packWords, schedules, taxClasses, unitWords } from './packs.ts'

declare module '../suite/suite-events.ts' {
  interface SuiteEvents {
    'medicines-changed': { medicineIds: string[] }
  }
}

export const medicineCategorySchema = z.enum(medicineCategories)
export type MedicineCategory = z.infer<typeof medicineCategorySchema>

const stockSchema = z.int().min(0).max(MAX_STOCK)

const seasons = ['winter', 'spring', 'summer', 'fall'] as const
const climates = ['rainy', 'dry', 'cold', 'hot'] as const
const multiplier = z.number().min(0).max(100).default(1)
const demandFactorsSchema = z.strictObject({
  seasonal: z.boolean().default(false),
  seasonalTrend: z.strictObject(each(seasons, multiplier)).prefault({}),
  climateDependent: z.boolean().default(false),
  climateFactors: z.strictObject(each(climates, multiplier)).prefault({}),
})
export type DemandFactors = z.infer<typeof demandFactorsSchema>

const packSchema = z.object({
  packSize: z.int(),
  ...each(['packWord', 'unitWord', 'hsn', 'taxClass', 'schedule'], z.string()),
})
type PackFields = z.infer<typeof packSchema>

/**
 * Prices in rupees; `version` is also the ETag. Stock, `unitPrice`, `mrp` and `costPrice` are per unit. Pack prices are
 * exact; unit prices are computed from them and rounded down. Release 0.3 does not send packs.
 */
export const medicineSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  category: medicineCategorySchema,
  manufacturer: z.string(),
  barcode: z.string().nullable(),
  composition: z.string().nullable(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  unitPrice: z.number(),
  mrp: z.number().nullable(),
  /** Last cost per unit in rupees. Absent for staff, in lists and if unknown. */
  costPrice: z.number().nullable().optional(),
  ...packSchema.partial().shape,
  packPrice: z.number().optional(),
  packMrp: z.number().nullable().optional(),
  /** Absent in the same cases as `costPrice`. */
  packCost: z.number().nullable().optional(),
  expiryDate: calendarDateSchema.nullable(),
  demandFactors: demandFactorsSchema,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Medicine = z.infer<typeof medicineSchema> & PackFields

/** Zero-width characters. Joiners are allowed only after a mark, where Indian scripts use them. */
const UNSEEN = /[\u200B\u2060-\u2064\u00AD]|(?<!\p{M})[\u200C\u200D]/u

const lineSchema = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')

/** Names identify medicines and recalled makers, so two names must not differ in invisible characters only. */
const seenLineSchema = lineSchema.refine(
  (text) => !UNSEEN.test(text) && isPlainText(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')),
  'must not contain invisible characters or characters that change the text direction',
)
const nameSchema = seenLineSchema.min(1, 'is required')
const expiryDateSchema = z.union([calendarDateSchema, z.literal('').transform(() => null), z.null()], {
  error: 'enter a valid date',
})

const barcodeSchema = z
  .string()
  .trim()
  .max(100)
  .nullable()
  .transform((text, context) => {
    if (!text) return null
    const message = barcodeProblem(text)
    if (message) context.addIssue({ code: 'custom', message })
    return parseBarcode(text)
  })

const compositionSchema = lineSchema.nullable().transform((text) => text || null)

type Input = Record<MedicineField | 'demandFactors', z.ZodType>

/** If unit price and pack price disagree, the changed one applies; if both changed, the pack price. */
const optionalInput = {
  barcode: barcodeSchema.optional(),
  composition: compositionSchema.optional(),
  mrp: mrpSchema.optional(),
  costPrice: costPriceSchema.optional(),
  packSize: z.int().min(1).max(MAX_PACK_SIZE).optional(),
  packWord: z.enum(packWords).optional(),
  unitWord: z.enum(unitWords).optional(),
  packPrice: priceSchema.optional(),
  packMrp: mrpSchema.optional(),
  packCost: costPriceSchema.optional(),
  hsn: z
    .string()
    .trim()
    .regex(/^(\d{4}|\d{6}|\d{8})$/, 'must have 4, 6 or 8 digits')
    .optional(),
  taxClass: z.enum(taxClasses).optional(),
  schedule: z.enum(schedules).optional(),
}

export const createMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: seenLineSchema.default(''),
  currentStock: stockSchema.default(0),
  minStockLevel: stockSchema.default(10),
  unitPrice: priceSchema.default(0),
  ...optionalInput,
  expiryDate: expiryDateSchema.default(null),
  demandFactors: demandFactorsSchema.prefault({}),
} satisfies Input)
export type CreateMedicine = z.infer<typeof createMedicineSchema>

/** All fields of the medicine form. An absent optional field stays unchanged; numbers are required. */
export const updateMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: seenLineSchema.optional(),
  currentStock: stockSchema,
  minStockLevel: stockSchema,
  unitPrice: priceSchema,
  ...optionalInput,
  expiryDate: expiryDateSchema.optional(),
  demandFactors: demandFactorsSchema.optional(),
} satisfies Input)
export type UpdateMedicine = z.infer<typeof updateMedicineSchema>

/** Converts a medicine from stock in packs to stock in units. Allowed once. */
export const convertPackSchema = z.strictObject({
  packSize: z.int().min(2).max(MAX_PACK_SIZE),
  packWord: z.enum(packWords),
  unitWord: z.enum(unitWords),
})
export type ConvertPack = z.infer<typeof convertPackSchema>

/**
 * State for other services, also of deleted medicines. The highest `version` wins; `stockVersion` counts movements.
 * Multiply quantities by `unitsTimes` if they are from before stock version `countedSince` and before `countedAt`.
 */
const medicineStateSchema = medicineSchema.extend({
  stockVersion: z.int(),
  deleted: z.boolean(),
  countedSince: z.int().nullish(),
  unitsTimes: z.int().nullish(),
  countedAt: z.string().nullish(),
})
export type MedicineState = z.infer<typeof medicineStateSchema> & PackFields

/** `batches`: those in stock. Their stock adds up to `currentStock`. */
const publishedMedicineSchema = medicineStateSchema.extend({ batches: z.array(stockBatchSchema) })
export type PublishedMedicine = z.infer<typeof publishedMedicineSchema> & PackFields

export const snapshotQuerySchema = z.strictObject({
  limit: feedQuerySchema.shape.limit,
  after: pageQuerySchema.shape.after,
})

/**
 * A page of all medicines. Request `after: next` until `next` is null, then read the feed from `lastEventId`, which is
 * the same on every page. An event may repeat the snapshot; compare `version`.
 */
export const medicinesSnapshotSchema = z.object({
  ...snapshotShape,
  medicines: z.array(publishedMedicineSchema),
})
export type MedicinesSnapshot = z.infer<typeof medicinesSnapshotSchema>

export const sampleDataLoadedSchema = z.object({ medicineIds: z.array(z.uuid()), loadedAt: z.string() })
export type SampleDataLoaded = z.infer<typeof sampleDataLoadedSchema>

export const compositionSuggestionSchema = z.object({ composition: z.string().nullable() })
export type CompositionSuggestion = z.infer<typeof compositionSuggestionSchema>

const medicineFilterSchema = z.enum(['low-stock', 'expiring', 'expired'])
export type MedicineFilter = z.infer<typeof medicineFilterSchema>

// biome-ignore format: pairs
export const medicineSorts = [
  'name', '-name', 'stock', '-stock', 'price', '-price', 'expiry', '-expiry',
] as const
export type MedicineSort = (typeof medicineSorts)[number]

export const listMedicinesQuerySchema = z.strictObject({
  filter: medicineFilterSchema.optional(),
  category: medicineCategorySchema.optional(),
  search: z.string().trim().max(200).optional(),
  sort: z.enum(medicineSorts).optional(),
  ...pageQuerySchema.shape,
})
export type ListMedicinesQuery = z.infer<typeof listMedicinesQuerySchema>

export const medicineSummarySchema = z.object(each(['total', 'lowStock', 'expiringSoon', 'expired'], z.int()))
export type MedicineSummary = z.infer<typeof medicineSummarySchema>

export const stockLevelSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  ...each(['currentStock', 'minStockLevel'], z.int()),
})
export type StockLevel = z.infer<typeof stockLevelSchema>

/** Counts medicines by how many days their stock will last, at the sales of the last 90 store days. */
export const stockCoverSchema = z.object(
  each(['out', 'week', 'month', 'quarter', 'longer', 'unsoldLow', 'unsold'], z.int()),
)
export type StockCover = z.infer<typeof stockCoverSchema>

export const sampleDataResponseSchema = z.object({
  success: z.boolean(),
  count: z.int(),
  message: z.string(),
})
export type SampleDataResponse = z.infer<typeof sampleDataResponseSchema>

const factor = z.number().min(0).max(1_000).catch(1)
const noEffect = {
  seasonal: false,
  seasonalTrend: each(seasons, 1),
  climateDependent: false,
  climateFactors: each(climates, 1),
}

/** Parses multipliers in other services. Missing, invalid or unknown parts have no effect. */
export const receivedFactorsSchema = z
  .object({
    seasonal: z.boolean().catch(false),
    seasonalTrend: z.object(each(seasons, factor)).catch(noEffect.seasonalTrend),
    climateDependent: z.boolean().catch(false),
    climateFactors: z.object(each(climates, factor)).catch(noEffect.climateFactors),
  })
  .catch(noEffect)

export const inventoryEvents = {
  medicineChanged: 'inventory.medicine.changed',
  medicineDeleted: 'inventory.medicine.deleted',
  movementRecorded: 'inventory.movement.recorded',
  sampleDataLoaded: 'inventory.sample_data.loaded',
} as const
