import { receivedBatchesSchema, receivedFactorsSchema } from '@mms/contracts'
import { z } from 'zod'

/** Loose, so that words and fields of later releases do not stop the projection. */
export const medicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  composition: z.string().nullish().catch(null),
  category: z.string().catch(''),
  currentStock: z.int(),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  expiryDate: z.iso.date().nullable().catch(null),
  batches: receivedBatchesSchema,
  demandFactors: receivedFactorsSchema,
  deleted: z.boolean().catch(false),
})
export type InventoryMedicine = z.output<typeof medicineSchema>
