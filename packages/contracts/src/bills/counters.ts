import { z } from 'zod'
import { isPlainText } from '../fields/plain-text.ts'

/** Body of `POST /api/bills/counters`: this browser becomes a counter. */
export const createCounterSchema = z.strictObject({
  letter: z.string().regex(/^[A-Z]$/, 'must be a letter from A to Z'),
  name: z.string().trim().min(1).max(100).refine(isPlainText, 'must be one line of plain text'),
})

/** `code`: the letter, with a digit from 2 to 9 if it was registered before. `last`: highest bill of the year. */
export const counterSchema = z.object({
  _id: z.uuid(),
  code: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ _id: z.string(), name: z.string() }),
  closedAt: z.string().nullable(),
  last: z.int(),
  /** Numbers of the year up to `last` without a bill. */
  missing: z.array(z.int()),
})
export type Counter = z.infer<typeof counterSchema>

/** The secret is shown once, to the browser that becomes the counter. */
export const registeredCounterSchema = counterSchema.extend({ secret: z.string() })
export type RegisteredCounter = z.infer<typeof registeredCounterSchema>

/** Body of `POST /api/bills/counters/own`: what the server has of this counter, by the financial year of `day`. */
export const ownCounterSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  secret: z.string().min(32).max(100),
  highest: z.int().min(0).max(999_999),
  year: z.string().regex(/^\d{2}-\d{2}$/),
})
