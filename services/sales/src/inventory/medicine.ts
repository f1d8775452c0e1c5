import { z } from 'zod'

/** What sales reads of a medicine in inventory's feed. Words and fields of newer releases must not stop the projection. */
export const medicineSchema = z.looseObject({
  _id: z.uuid(),
  version: z.int(),
  stockVersion: z.int(),
  currentStock: z.int(),
  name: z.string(),
  category: z.string().catch(''),
})
export type InventoryMedicine = z.output<typeof medicineSchema>
