import { z } from 'zod'
import { MAX_NUMBER } from './numbers.ts'
import { plainTextSchema } from './settings.ts'

export const personSchema = z.object({ _id: z.string(), name: z.string() })

/** The counter of the browser that asks, proven by its secret. */
export const counterProofSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  secret: z.string().min(32).max(100),
})
export type CounterProof = z.infer<typeof counterProofSchema>

/** Body of `POST /api/bills/counters`: this browser becomes a counter. */
export const createCounterSchema = z.strictObject({
  letter: z.string().regex(/^[A-Z]$/, 'must be a letter from A to Z'),
  name: plainTextSchema(100).min(1),
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
  createdBy: personSchema,
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
  reason: plainTextSchema(200).min(1),
})
export type VoidNumber = z.infer<typeof voidNumberSchema>

/** Body of `POST /api/bills/counters/own`: what the server has of this counter, by the financial year of `day`. */
export const ownCounterSchema = counterProofSchema.extend({
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
