import { z } from 'zod'
import { climateSchema, seasonSchema } from './analytics.ts'
import { calendarDateSchema } from './dates.ts'

/**
 * `GET /internal/conditions` of analytics: today's season and climate, and the expected demand until an order arrives
 * for medicines above `SENSITIVE_ABOVE`. Medicines without history are left out.
 */
export const storeConditionsSchema = z.object({
  date: calendarDateSchema,
  season: seasonSchema,
  climate: climateSchema,
  expected: z.array(z.object({ medicineId: z.uuid(), units: z.number(), days: z.int() })),
})
export type StoreConditions = z.infer<typeof storeConditionsSchema>
