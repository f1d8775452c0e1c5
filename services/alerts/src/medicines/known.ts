import { toldFactorsSchema } from '@mms/contracts'
import { z } from 'zod'

/**
 * What this service uses of a medicine that inventory tells of; the rest is kept as it came. Inventory adds categories
 * and fields without asking: what makes no sense here counts as not given, and must not stop the reader.
 */
export const knownMedicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  category: z.string().catch(''),
  currentStock: z.int(),
  minStockLevel: z.int().min(0).catch(0),
  /** Rupees. */
  unitPrice: z.number().min(0).catch(0),
  expiryDate: z.iso.date().nullable().catch(null),
  demandFactors: toldFactorsSchema,
  deleted: z.boolean().catch(false),
})
export type KnownMedicine = z.output<typeof knownMedicineSchema>
