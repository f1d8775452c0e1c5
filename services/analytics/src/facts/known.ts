import { z } from 'zod'

/*
 * What this service uses of what inventory and sales tell. They add types, categories and fields without asking:
 * nothing that is only shown may stop the readers.
 */

const factor = z.number().min(0).max(1_000).catch(1)
const seasonalTrend = z.object({ winter: factor, spring: factor, summer: factor, fall: factor })
const climateFactors = z.object({ rainy: factor, dry: factor, cold: factor, hot: factor })
const even = { winter: 1, spring: 1, summer: 1, fall: 1 }
const mild = { rainy: 1, dry: 1, cold: 1, hot: 1 }

/** The multipliers of a medicine; what is missing or makes no sense has no effect. */
export const knownFactorsSchema = z
  .object({
    seasonal: z.boolean().catch(false),
    seasonalTrend: seasonalTrend.catch(even),
    climateDependent: z.boolean().catch(false),
    climateFactors: climateFactors.catch(mild),
  })
  .catch({ seasonal: false, seasonalTrend: even, climateDependent: false, climateFactors: mild })

export const knownMedicineSchema = z.object({
  _id: z.uuid(),
  version: z.int(),
  name: z.string(),
  category: z.string().catch(''),
  minStockLevel: z.int().min(0).catch(0),
  unitPrice: z.number().min(0).catch(0),
  expiryDate: z.iso.date().nullable().catch(null),
  demandFactors: knownFactorsSchema,
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
