import { z } from 'zod'
import { personSchema, plainTextSchema } from '../fields/schemas.ts'
import { MAX_NUMBER } from './numbers.ts'

/** Identifies the browser's counter; `secret` proves it. */
export const counterProofSchema = z.strictObject({
  _id: z.uuid().toLowerCase(),
  secret: z.string().min(32).max(100),
})
export type CounterProof = z.infer<typeof counterProofSchema>

/** Body of `POST /api/bills/counters`: registers this browser as a counter. */
export const createCounterSchema = z.strictObject({
  letter: z.string().regex(/^[A-Z]$/, 'must be a letter from A to Z'),
  name: plainTextSchema(100).min(1),
})
export type CreateCounter = z.infer<typeof createCounterSchema>

/** Maximum missing numbers per answer, lowest first. */
export const MAX_MISSING_NUMBERS = 1_000

/** `code`: the letter, with a digit from 2 to 9 if it was registered before. `last`: highest bill of `year`. */
export const counterSchema = z.object({
  _id: z.uuid(),
  code: z.string(),
  name: z.string(),
  createdAt: z.string(),
  createdBy: personSchema,
  closedAt: z.string().nullable(),
  /** Financial year that `last` and `missing` refer to: the previous one while it misses numbers. */
  year: z.string(),
  last: z.int(),
  /** Bill numbers up to `last` that the server never received. */
  missing: z.array(z.int()).max(MAX_MISSING_NUMBERS),
})
export type Counter = z.infer<typeof counterSchema>

/** `secret` is shown only once, to the browser that becomes the counter. */
export const registeredCounterSchema = counterSchema.extend({ secret: z.string() })
export type RegisteredCounter = z.infer<typeof registeredCounterSchema>

const financialYearSchema = z.string().regex(/^\d{2}-\d{2}$/)

/** Body of `POST /api/bills/counters/{id}/voids`: voids the number of a lost bill. Only for closed counters. */
export const voidNumberSchema = z.strictObject({
  year: financialYearSchema,
  number: z.int().min(1).max(MAX_NUMBER),
  reason: plainTextSchema(200).min(1),
})
export type VoidNumber = z.infer<typeof voidNumberSchema>

/** Body of `POST /api/bills/counters/own`. `highest`: last number of `year` that this counter assigned. */
export const ownCounterSchema = counterProofSchema.extend({
  highest: z.int().min(0).max(MAX_NUMBER),
  year: financialYearSchema,
})
export type OwnCounter = z.infer<typeof ownCounterSchema>

/** `missing`: numbers from 1 to `highest` without a bill. A closed counter still sends these bills. */
export const counterNumbersSchema = z.object({
  closedAt: z.string().nullable(),
  last: z.int(),
  missing: z.array(z.int()).max(MAX_MISSING_NUMBERS),
})
export type CounterNumbers = z.infer<typeof counterNumbersSchema>
