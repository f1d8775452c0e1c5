import { z } from 'zod'

/**
 * Batches as consumers read them from inventory's events. Null if invalid: then the medicine's date applies to all
 * stock.
 */
export const receivedBatchesSchema = z
  .array(
    z.object({
      number: z.string().nullable().catch(null),
      expiryDate: z.iso.date().nullable(),
      status: z.string(),
      stock: z.int(),
      unitPrice: z.number().min(0).nullish().catch(null),
      costPrice: z.number().min(0).nullish().catch(null),
    }),
  )
  .nullish()
  .catch(null)
export type ReceivedBatches = z.output<typeof receivedBatchesSchema>
