import { z } from 'zod'
import { isPlainText } from '../fields/plain-text.ts'
import { MAX_NUMBER } from './numbers.ts'

/** Body of `POST /api/bills/counters`: this browser becomes a counter. */
export const createCounterSchema = z.strictObject({
  letter: z.string().regex(/^[A-Z]$/, 'must be a letter from A to Z'),
  name: z.string().trim().min(1).max(100).refine(isPlainText, 'must be one line of plain text'),
})

export type CreateCounter = z.infer<typeof createCounterSchema>

/** Maximum missing numbers listed at once, lowest first. */
export const MAX_MISSING = 1_000

/** `code`: the letter, with a digit from 2 to 9 if it was registered before. `last`: highest bill of the year. */
export const counterSchema = z.object({
  _id: z.uuid(),
  code: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: z.object({ _id: z.string(), name: z.string() }),
  closedAt: z.string().nullable(),
  /** The financial year of `last` and `missing`. */
  year: z.string(),
  last: z.int(),
  /** Numbers of the year up to `last` without a bill. */
  missing: z.array(z.int()).max(MAX_MISSING),
})
export type Counter = z.infer<typeof counterSchema>

/** The secret is shown once, to the browser that becomes the counter. */
export const registeredCounterSchema = counterSchema.extend({ secret: z.string() })
export type RegisteredCounter = z.infer<typeof registeredCounterSchema>

const financialYearSchema = z.string().regex(/^\d{2}-\d{2}$/)

/** Body of `POST /api/bills/counters/{id}/voids`: a number of a closed counter whose bill is lost. */
export const voidNumberSchema = z.strictObject({
  year: financialYearSchema,
  number: z.int().min(1).max(MAX_NUMBER),
  reason: z.string().trim().min(1).max(200).refine(isPlainText, 'must be one line of plain text'),
})
export type VoidNumber = z.infer<typeof voidNumberSchema>

/** Body of `POST /api/bills/counters/own`: what the server has of this counter, by the financial year of `day`. */
export const ownCounterSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  secret: z.string().min(32).max(100),
  highest: z.int().min(0).max(MAX_NUMBER),
  year: financialYearSchema,
})
export type OwnCounter = z.infer<typeof ownCounterSchema>

/** `missing`: numbers from 1 to `highest` without a bill. A closed counter still sends those. */
export const counterNumbersSchema = z.object({
  closedAt: z.string().nullable(),
  last: z.int(),
  missing: z.array(z.int()).max(MAX_MISSING),
})
export type CounterNumbers = z.infer<typeof counterNumbersSchema>
