import { z } from 'zod'

export const MAX_PAGE_SIZE = 200

const digits = z.string().regex(/^\d{1,3}$/, 'must be a whole number')

/** Keyset paging: `after` comes from the last `Link: …; rel="next"` header. Without `limit`, all rows are returned. */
export const pageQuerySchema = z.object({
  limit: digits.transform(Number).pipe(z.int().min(1).max(MAX_PAGE_SIZE)).optional(),
  after: z.string().min(1).max(2000).optional(),
})
