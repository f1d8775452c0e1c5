import { z } from 'zod'
import { queryNumber } from '../fields/schemas.ts'

export const MAX_PAGE_SIZE = 200

/** Keyset paging: `after` comes from the last `Link: …; rel="next"` header. Without `limit`, all rows are returned. */
export const pageQuerySchema = z.object({
  limit: queryNumber(3, 1, MAX_PAGE_SIZE).optional(),
  after: z.string().min(1).max(2000).optional(),
})
