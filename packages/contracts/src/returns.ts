import { z } from 'zod'

/** `GET /api/transactions/returnable/:medicineId`: net units sold in the last 90 days. */
export const returnableSchema = z.object({ units: z.int() })
export type Returnable = z.infer<typeof returnableSchema>
