import { z } from 'zod'

/**
 * What this service uses of a medicine that inventory tells of; the rest is kept as it came. Inventory adds
 * categories and fields without asking: nothing that is only shown may stop the reader.
 */
export const knownMedicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  stockVersion: z.int(),
  currentStock: z.int(),
  name: z.string(),
  category: z.string().catch(''),
})
export type KnownMedicine = z.output<typeof knownMedicineSchema>
