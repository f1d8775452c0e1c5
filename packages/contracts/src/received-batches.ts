import { z } from 'zod'

/**
 * The batches in stock of a medicine as consumers of inventory's events read them. Null where they make no sense: then the
 * medicine's own date is that of all its stock.
 */
export const receivedBatchesSchema = z
  .array(
    z.object({
      number: z.string().nullable().catch(null),
      expiryDate: z.iso.date().nullable(),
      status: z.string(),
      stock: z.int(),
      /** Null where it is the medicine's. */
      unitPrice: z.number().min(0).nullish().catch(null),
    }),
  )
  .nullish()
  .catch(null)
export type ReceivedBatches = z.output<typeof receivedBatchesSchema>
