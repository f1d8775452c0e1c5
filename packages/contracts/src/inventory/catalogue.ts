import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { each } from '../fields/schemas.ts'
import type { MedicineFieldIn } from './medicine-fields.ts'

/**
 * A batch that can be sold until its expiry date. A null `unitPrice` or `mrp` means the medicine's; a null pack price
 * is computed from the unit price. Batch ids are left out because they would add half to the answer's size. Commands
 * name batches by number instead.
 */
const batchFields = {
  number: z.string().nullable(),
  expiryDate: calendarDateSchema.nullable(),
  stock: z.int(),
  unitPrice: z.number().nullable(),
  mrp: z.number().nullable(),
}
const batchPackFields = { packPrice: z.number().nullish(), packMrp: z.number().nullish() }
const counterBatchSchema = z.object({ ...batchFields, ...batchPackFields })
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
  /** Units sold in the 90 store days before today. The number is the same all day and at every counter. */
  sold: z.int(),
  barcode: z.string().nullable(),
  mrp: z.number().nullable(),
  /** Mean units per sale and per purchase in the 90 store days before this entry was sent. Null if too few. */
  usualSale: z.int().nullable(),
  usualPurchase: z.int().nullable(),
  composition: z.string().nullable(),
  /** Comparable form of the composition, see `saltsOf`. Null if the composition cannot be parsed. */
  compositionKey: z.string().nullable(),
  packSize: z.int(),
  packPrice: z.number(),
  packMrp: z.number().nullable(),
  ...each(['packWord', 'unitWord', 'hsn', 'taxClass', 'schedule'], z.string()),
} satisfies Record<MedicineFieldIn<'counter'> | OwnOfCounter, z.ZodType>
type OwnOfCounter = '_id' | 'sold' | 'usualSale' | 'usualPurchase' | 'compositionKey'

/** `batches` are in stock and not on hold, sorted by expiry date. */
const counterMedicineSchema = z.object({ ...counterFields, batches: z.array(counterBatchSchema) })
export type CounterMedicine = z.infer<typeof counterMedicineSchema>

const toColumns = <Fields extends Record<string, z.ZodType>>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, z.array(schema)])) as {
    [Field in keyof Fields]: z.ZodArray<Fields[Field]>
  }

/** Batches of all medicines as columns. `count` holds the number of batches of each medicine. */
const batchColumnsSchema = z.object({
  count: z.array(z.int()),
  ...toColumns(batchFields),
  ...z.object(toColumns(batchPackFields)).partial().shape,
})
export type BatchColumns = z.infer<typeof batchColumnsSchema>

const columnsSchema = z.object({ ...toColumns(counterFields), batches: batchColumnsSchema })

export const catalogueSchema = z.object({
  version: z.string(),
  /** Version that these changes build on. Missing in a complete catalogue. */
  since: z.string().optional(),
  isWhole: z.boolean(),
  medicines: z.array(counterMedicineSchema),
  columns: columnsSchema.optional(),
  deleted: z.array(z.uuid()),
  /** New `sold` by medicine id, sent on a new store day for medicines that did not change otherwise. */
  sold: z.record(z.uuid(), z.int()).optional(),
})
export type Catalogue = z.infer<typeof catalogueSchema>

export const catalogueQuerySchema = z.strictObject({ since: z.string().max(120).optional() })
