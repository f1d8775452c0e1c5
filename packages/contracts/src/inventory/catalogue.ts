import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import type { MedicineFieldIn } from './medicine-fields.ts'

/**
 * Can be sold until its expiry date. Null means the medicine's price, or that a pack costs its units. Without ids, which would add half to
 * the answer: a command names a batch by its number.
 */
const counterBatchSchema = z.object({
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  stock: z.int(),
  unitPrice: z.number().nullable(),
  mrp: z.number().nullable(),
  packPrice: z.number().nullish(),
  packMrp: z.number().nullish(),
})
export type CounterBatch = z.infer<typeof counterBatchSchema>

/** Prices in rupees. */
const counterFields = {
  _id: z.uuid(),
  name: z.string(),
  manufacturer: z.string(),
  category: z.string(),
  unitPrice: z.number(),
  currentStock: z.int(),
  expiryDate: calendarDateSchema.nullable(),
  /** Units sold in the 90 store days before today; constant all day and at every counter. */
  sold: z.int(),
  barcode: z.string().nullable(),
  mrp: z.number().nullable(),
  /** Mean units per sale and per purchase in the 90 store days before this entry was sent. Null with too few. */
  usualSale: z.int().nullable(),
  usualPurchase: z.int().nullable(),
  composition: z.string().nullable(),
  /** Comparable salts, strengths and form, see `saltsOf`; null if not understood. */
  compositionKey: z.string().nullable(),
  packSize: z.int(),
  packWord: z.string(),
  unitWord: z.string(),
  packPrice: z.number(),
  packMrp: z.number().nullable(),
  hsn: z.string(),
  taxClass: z.string(),
  schedule: z.string(),
} satisfies Record<MedicineFieldIn<'counter'> | OwnOfCounter, z.ZodType>
type OwnOfCounter = '_id' | 'sold' | 'usualSale' | 'usualPurchase' | 'compositionKey'

/** `batches`: those in stock and not on hold, the first to expire first. */
const counterMedicineSchema = z.object({ ...counterFields, batches: z.array(counterBatchSchema) })
export type CounterMedicine = z.infer<typeof counterMedicineSchema>

/** The batches of all medicines as columns; `count` batches belong to each medicine. */
const batchColumnsSchema = z.object({
  count: z.array(z.int()),
  number: z.array(z.string().nullable()),
  expiryDate: z.array(calendarDateSchema.nullable()),
  stock: z.array(z.int()),
  unitPrice: z.array(z.number().nullable()),
  mrp: z.array(z.number().nullable()),
  packPrice: z.array(z.number().nullish()).optional(),
  packMrp: z.array(z.number().nullish()).optional(),
})
export type BatchColumns = z.infer<typeof batchColumnsSchema>

const toColumns = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, z.array(schema)])) as {
    [Field in keyof Fields]: z.ZodArray<Fields[Field]>
  }

const columnsSchema = z.object({ ...toColumns(counterFields), batches: batchColumnsSchema })

export const catalogueSchema = z.object({
  version: z.string(),
  /** Base version of the changes; missing in a whole catalogue. */
  since: z.string().optional(),
  isWhole: z.boolean(),
  medicines: z.array(counterMedicineSchema),
  columns: columnsSchema.optional(),
  deleted: z.array(z.uuid()),
  /** Sent on a new store day: units sold, by id, of medicines that changed in nothing else. */
  sold: z.record(z.uuid(), z.int()).optional(),
})
export type Catalogue = z.infer<typeof catalogueSchema>

export const catalogueQuerySchema = z.strictObject({ since: z.string().max(120).optional() })
