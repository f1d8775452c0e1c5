import { serviceSettings } from '@mms/service-kit'
import { z } from 'zod'

export const settings = z.object({
  ...serviceSettings,
  /** Where the internal routes of inventory are, whose medicines are followed, e.g. `http://127.0.0.1:5002`. */
  INVENTORY_URL: z.url(),
  /** Where the internal routes of analytics are, which tells of season, climate and expected demand. */
  ANALYTICS_URL: z.url(),
  /** How long a replica that generates may be silent before another takes over. */
  GENERATION_LEASE_MS: z.coerce.number().int().min(100).max(600_000).default(30_000),
})
