import { z } from 'zod'
import { calendarDateSchema } from './dates.ts'

/** What a counter must know of a medicine to find and sell it. `unitPrice` in rupees. */
const counterMedicineSchema = z.object({
  _id: z.uuid(),
  name: z.string(),
  manufacturer: z.string(),
  category: z.string(),
  unitPrice: z.number(),
  currentStock: z.int(),
  expiryDate: calendarDateSchema.nullable(),
  /** Units sold in the 90 store days before this one; the same all day and at every counter. */
  sold: z.int(),
  barcode: z.string().nullable(),
  /** Maximum retail price, in rupees. */
  mrp: z.number().nullable(),
  /**
   * Units of a usual sale and of a usual purchase: the mean of the 90 store days before the one on which the medicine
   * was last sent. Null where there were too few to say.
   */
  usualSale: z.int().nullable(),
  usualPurchase: z.int().nullable(),
  /** Salts, strengths and form as they are compared (`saltsOf`); null where they are not known. */
  compositionKey: z.string().nullable(),
})
export type CounterMedicine = z.infer<typeof counterMedicineSchema>

const columnsSchema = z.object({
  _id: z.array(z.uuid()),
  name: z.array(z.string()),
  manufacturer: z.array(z.string()),
  category: z.array(z.string()),
  unitPrice: z.array(z.number()),
  currentStock: z.array(z.int()),
  expiryDate: z.array(calendarDateSchema.nullable()),
  sold: z.array(z.int()),
  barcode: z.array(z.string().nullable()),
  mrp: z.array(z.number().nullable()),
  usualSale: z.array(z.int().nullable()),
  usualPurchase: z.array(z.int().nullable()),
  compositionKey: z.array(z.string().nullable()),
})

/**
 * What changed since the version a browser has, from `GET /api/medicines/catalogue`. `isWhole`: `columns` has all
 * medicines, and replaces everything that was known.
 */
export const catalogueSchema = z.object({
  version: z.string(),
  /** The version that these are the changes of. Absent in a whole. */
  since: z.string().optional(),
  isWhole: z.boolean(),
  medicines: z.array(counterMedicineSchema),
  columns: columnsSchema.optional(),
  deleted: z.array(z.uuid()),
  /** Of a new store day: `sold` of those of which nothing else changed, by id. */
  sold: z.record(z.uuid(), z.int()).optional(),
})
export type Catalogue = z.infer<typeof catalogueSchema>

export const catalogueQuerySchema = z.strictObject({ since: z.string().max(120).optional() })
