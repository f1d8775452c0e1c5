import { z } from 'zod'

/** Most rows one page may hold. */
export const MAX_PAGE_SIZE = 200

const digits = z.string().regex(/^\d{1,3}$/, 'must be a whole number')

/**
 * Query parameters of a list that pages by keyset. Without `limit` the whole list is answered.
 * `after` is the opaque cursor found in the previous answer's `Link: …; rel="next"` header.
 */
export const pageQuerySchema = z.object({
  limit: digits.transform(Number).pipe(z.int().min(1).max(MAX_PAGE_SIZE)).optional(),
  after: z.string().min(1).max(2000).optional(),
})
