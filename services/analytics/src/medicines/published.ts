import { receivedBatchesSchema, receivedFactorsSchema } from '@mms/contracts'
import { z } from 'zod'

/** Loose, because inventory adds categories and fields, and display data must not stop the projection. */
export const publishedMedicineSchema = z.object({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  category: z.string().catch(''),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  costPrice: z.number().min(0).nullish().catch(null),
  expiryDate: z.iso.date().nullable().catch(null),
  batches: receivedBatchesSchema,
  demandFactors: receivedFactorsSchema,
  deleted: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type PublishedMedicine = z.output<typeof publishedMedicineSchema>
