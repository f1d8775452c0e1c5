import { z } from 'zod'
import { each, queryNumber } from '../fields/schemas.ts'

/**
 * A CloudEvent (specversion 1.0, http-feeds.org). `id` is `<epoch>.<position>`; positions rise by one without gaps.
 * After a new epoch (restored database), consumers rebuild their copy. `data` is the whole new state of the subject.
 */
export const feedEventSchema = z.object({
  specversion: z.literal('1.0'),
  ...each(['id', 'source', 'type', 'subject', 'time'], z.string()),
  data: z.unknown(),
  traceparent: z.string().optional(),
})
export type FeedEvent = z.infer<typeof feedEventSchema>

/** `timeout`: maximum wait in ms for an event (long polling). 0 answers at once. */
export const feedQuerySchema = z.strictObject({
  lastEventId: z.string().max(80).optional(),
  timeout: queryNumber(5, 0, 30_000, 'must be whole milliseconds').optional(),
  limit: queryNumber(4, 1, 1000).optional(),
})
