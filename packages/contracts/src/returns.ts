import { z } from 'zod'

/** `GET /api/transactions/returnable/:medicineId`: units sold in the last 90 days and not returned. */
export const returnableSchema = z.object({ units: z.int() })
export type Returnable = z.infer<typeof returnableSchema>
