import { z } from 'zod'

export const MAX_PAGE_SIZE = 200

const digits = z.string().regex(/^\d{1,3}$/, 'must be a whole number')

/**
 * Keyset paging. Without `limit` the whole list is returned. `after` is the cursor of the previous answer's `Link: …;
 * rel="next"` header.
 */
export const pageQuerySchema = z.object({
  limit: digits.transform(Number).pipe(z.int().min(1).max(MAX_PAGE_SIZE)).optional(),
  after: z.string().min(1).max(2000).optional(),
})
