import { z } from 'zod'

/** Loose, so that words and fields of later releases do not stop the projection. */
export const medicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  stockVersion: z.int(),
  currentStock: z.int(),
  name: z.string(),
  category: z.string().catch(''),
})
export type InventoryMedicine = z.output<typeof medicineSchema>
