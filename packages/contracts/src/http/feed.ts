import { z } from 'zod'

/**
 * A CloudEvent (specversion 1.0, http-feeds.org). `id` is `<epoch>.<position>`; positions rise by one without gaps.
 * After a new epoch (restored database), consumers rebuild their copy. `data` is the whole new state of the subject.
 */
export const feedEventSchema = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  subject: z.string(),
  time: z.string(),
  data: z.unknown(),
  traceparent: z.string().optional(),
})
export type FeedEvent = z.infer<typeof feedEventSchema>

const milliseconds = z.string().regex(/^\d{1,5}$/, 'must be whole milliseconds')

/** `timeout`: maximum wait in ms for an event (long polling). 0 answers at once. */
export const feedQuerySchema = z.strictObject({
  lastEventId: z.string().max(80).optional(),
  timeout: milliseconds.transform(Number).pipe(z.int().max(30_000)).optional(),
  limit: z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(1000))
    .optional(),
})
