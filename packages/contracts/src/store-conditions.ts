import { z } from 'zod'
import { climateSchema, seasonSchema } from './analytics.ts'
import { calendarDateSchema } from './dates.ts'

/**
 * `GET /internal/conditions` of analytics: season and climate of the store today, and what is expected to be wanted of the
 * medicines whose demand they raise above normal (`SENSITIVE_ABOVE`) until an order has come. Without history a medicine
 * is left out.
 */
export const storeConditionsSchema = z.object({
  /** The store's date. */
  date: calendarDateSchema,
  season: seasonSchema,
  climate: climateSchema,
  expected: z.array(z.object({ medicineId: z.uuid(), units: z.number(), days: z.int() })),
})
export type StoreConditions = z.infer<typeof storeConditionsSchema>
