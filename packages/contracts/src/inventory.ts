import { z } from 'zod'
import { barcodeProblem, parseBarcode } from './barcode.ts'
import { stockBatchSchema } from './batches.ts'
import { medicineCategories } from './categories.ts'
import { calendarDateSchema } from './dates.ts'
import { feedQuerySchema } from './feed.ts'
import { costPriceSchema, mrpSchema, priceSchema } from './money.ts'
import { pageQuerySchema } from './paging.ts'
import { isPlainText } from './plain-text.ts'

declare module './suite-events.ts' {
  interface SuiteEvents {
    /** Medicines or their stock were changed in this tab; lists and counts that show them are out of date. */
    'medicines-changed': { medicineIds: string[] }
  }
}

export const medicineCategorySchema = z.enum(medicineCategories)
export type MedicineCategory = z.infer<typeof medicineCategorySchema>

/** Most units of one medicine a store can hold, single tablets included: what is more was mistyped. */
export const MAX_STOCK = 10_000_000
/** Most units of one movement on the wire, as it ever was; what leaves more than `MAX_STOCK` is refused by inventory. */
export const MAX_QUANTITY = 1_000_000_000

/** Units of stock: whole, 0 or more. */
const stockSchema = z.int().min(0).max(MAX_STOCK)

/** Demand multiplier: 1 = normal demand, 2 = double demand. */
const multiplier = z.number().min(0).max(100).default(1)
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
const demandFactorsSchema = z.strictObject({
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
  /** The code on the pack as `parseBarcode` forms it. */
  barcode: z.string().nullable(),
  /** Salts and strengths as they were typed. */
  composition: z.string().nullable(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  unitPrice: z.number(),
  /** Maximum retail price. */
  mrp: z.number().nullable(),
  /** What a unit was bought for last, in rupees. Left out for staff, in pages of lists and where it is not known. */
  costPrice: z.number().nullable().optional(),
  expiryDate: calendarDateSchema.nullable(),
  demandFactors: demandFactorsSchema,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Medicine = z.infer<typeof medicineSchema>

/** Characters without width. Joiners are only in Indian scripts, after a mark. */
const UNSEEN = /[\u200B\u2060-\u2064\u00AD]|(?<!\p{M})[\u200C\u200D]/u

/** One line of text: no control characters, no halves of a character. */
const lineSchema = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must be one line of plain text')

/** A name by which medicines are told apart, and makers recalled: two that look alike are one. */
const seenLineSchema = lineSchema.refine(
  (text) => !UNSEEN.test(text) && isPlainText(text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ')),
  'must not contain characters that cannot be seen or that turn the direction of text',
)
const nameSchema = seenLineSchema.min(1, 'is required')
/** An empty date field of a form means "no expiry date". */
const expiryDateSchema = z.union([calendarDateSchema, z.literal('').transform(() => null), z.null()], {
  error: 'enter a valid date',
})

/** An empty field of a form means "no code". */
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

/** Whatever a line may say: what is not understood is like no other. */
const compositionSchema = lineSchema.nullable().transform((text) => text || null)

export const createMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: seenLineSchema.default(''),
  barcode: barcodeSchema.optional(),
  composition: compositionSchema.optional(),
  currentStock: stockSchema.default(0),
  minStockLevel: stockSchema.default(10),
  unitPrice: priceSchema.default(0),
  mrp: mrpSchema.optional(),
  costPrice: costPriceSchema.optional(),
  expiryDate: expiryDateSchema.default(null),
  demandFactors: demandFactorsSchema.prefault({}),
})
export type CreateMedicine = z.infer<typeof createMedicineSchema>

/** The whole medicine form. Parts that may be left out keep what is stored; numbers may not be left out. */
export const updateMedicineSchema = z.strictObject({
  name: nameSchema,
  category: medicineCategorySchema,
  manufacturer: seenLineSchema.optional(),
  barcode: barcodeSchema.optional(),
  composition: compositionSchema.optional(),
  currentStock: stockSchema,
  minStockLevel: stockSchema,
  unitPrice: priceSchema,
  mrp: mrpSchema.optional(),
  /** From administrators only. */
  costPrice: costPriceSchema.optional(),
  expiryDate: expiryDateSchema.optional(),
  demandFactors: demandFactorsSchema.optional(),
})
export type UpdateMedicine = z.infer<typeof updateMedicineSchema>

/**
 * A medicine as other services learn of it (events, snapshot): the whole state, also of a deleted one.
 * A reader keeps the state with the highest `version`; `stockVersion` counts its movements.
 */
const medicineStateSchema = medicineSchema.extend({ stockVersion: z.int(), deleted: z.boolean() })
export type MedicineState = z.infer<typeof medicineStateSchema>

/** The same with the batches in stock, which add up to `currentStock`. */
const publishedMedicineSchema = medicineStateSchema.extend({ batches: z.array(stockBatchSchema) })
export type PublishedMedicine = z.infer<typeof publishedMedicineSchema>

/** Query of `GET /internal/medicines`. */
export const snapshotQuerySchema = z.strictObject({
  limit: feedQuerySchema.shape.limit,
  after: pageQuerySchema.shape.after,
})

/**
 * A page of all medicines. Ask again with `after: next` until `next` is null; then read the feed from
 * `lastEventId`, which is the same on every page. Events seen twice change nothing, by `version`.
 */
export const medicinesSnapshotSchema = z.object({
  lastEventId: z.string(),
  medicines: z.array(publishedMedicineSchema),
  next: z.string().nullable(),
})
export type MedicinesSnapshot = z.infer<typeof medicinesSnapshotSchema>

/** Data of the event `inventory.sample_data.loaded`; the medicines themselves came in earlier events. */
export const sampleDataLoadedSchema = z.object({ medicineIds: z.array(z.uuid()), loadedAt: z.string() })
export type SampleDataLoaded = z.infer<typeof sampleDataLoadedSchema>

/** What a name says of salts and strengths, from `GET /api/medicines/composition?name=`; null where it is not understood. */
export const compositionSuggestionSchema = z.object({ composition: z.string().nullable() })
export type CompositionSuggestion = z.infer<typeof compositionSuggestionSchema>

const medicineFilterSchema = z.enum(['low-stock', 'expiring', 'expired'])
export type MedicineFilter = z.infer<typeof medicineFilterSchema>

/** What a list can be sorted by, each also from the other end. */
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

/** `expiringSoon` is good until the end of one of the next 30 days. */
export const medicineSummarySchema = z.object({
  total: z.int(),
  lowStock: z.int(),
  expiringSoon: z.int(),
  expired: z.int(),
})
export type MedicineSummary = z.infer<typeof medicineSummarySchema>

/** One bar of the dashboard's stock chart. */
export const stockLevelSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  currentStock: z.int(),
  minStockLevel: z.int(),
})
export type StockLevel = z.infer<typeof stockLevelSchema>

/** How many medicines there are by how long their stock lasts at what was sold in the 90 store days before this one. */
export const stockCoverSchema = z.object({
  out: z.int(),
  /** Up to 7, 30 and 90 days, and longer. */
  week: z.int(),
  month: z.int(),
  quarter: z.int(),
  longer: z.int(),
  /** In stock and not sold in these days: up to the minimum, and above it. */
  unsoldLow: z.int(),
  unsold: z.int(),
})
export type StockCover = z.infer<typeof stockCoverSchema>

export const sampleDataResponseSchema = z.object({
  success: z.boolean(),
  count: z.int(),
  message: z.string(),
})
export type SampleDataResponse = z.infer<typeof sampleDataResponseSchema>
