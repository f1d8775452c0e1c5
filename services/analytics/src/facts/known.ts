import { toldFactorsSchema } from '@mms/contracts'
import { z } from 'zod'

/*
 * What this service uses of what inventory and sales tell. They add types, categories and fields without asking:
 * nothing that is only shown may stop the readers.
 */

export const knownMedicineSchema = z.object({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  category: z.string().catch(''),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  expiryDate: z.iso.date().nullable().catch(null),
  demandFactors: toldFactorsSchema,
  deleted: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type KnownMedicine = z.output<typeof knownMedicineSchema>

/** A line of inventory's ledger. */
export const knownMovementSchema = z.object({
  medicineId: z.uuid(),
  version: z.int(),
  type: z.string(),
  change: z.int(),
  createdAt: z.iso.datetime(),
})
export type KnownMovement = z.output<typeof knownMovementSchema>

/** A completed transaction. */
export const knownTransactionSchema = z.object({
  _id: z.uuid(),
  medicineId: z.uuid(),
  type: z.string(),
  change: z.int(),
  totalAmount: z.number(),
  reverses: z.uuid().nullable(),
  sample: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type KnownTransaction = z.output<typeof knownTransactionSchema>
