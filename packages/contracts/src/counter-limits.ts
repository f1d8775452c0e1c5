import { z } from 'zod'
import { type CounterLimits, questionCodes } from './questions.ts'

/** Body of `PUT /api/transactions/limits`: all of them, as `CounterLimits` says. */
export const updateCounterLimitsSchema = z.strictObject({
  priceTimes: z.number().min(1.1).max(100),
  quantityTimes: z.number().min(2).max(1_000),
  newPriceTimes: z.number().min(1.1).max(100),
  expiryDays: z.int().min(0).max(365),
  expiryYears: z.int().min(1).max(50),
  staffReturnUnits: z.int().min(0).max(1_000_000),
  staffRefundRupees: z.int().min(0).max(10_000_000),
}) satisfies z.ZodType<CounterLimits>

/** One save of the limits: what differs from the one before. */
const limitChangeSchema = z.object({
  at: z.string(),
  by: z.object({ _id: z.string(), name: z.string() }),
  limit: z.string(),
  from: z.number(),
  to: z.number(),
})
export type LimitChange = z.infer<typeof limitChangeSchema>

/** `GET /api/transactions/limits`; `version` is also the ETag, for `If-Match`. */
export const counterLimitsSchema = updateCounterLimitsSchema.extend({
  version: z.int(),
  /** Newest first, of the last 50 saves. */
  changes: z.array(limitChangeSchema),
})
export type CounterLimitsShown = z.infer<typeof counterLimitsSchema>

/** A question that was answered with yes: what was entered, and what it was compared with. Prices in rupees. */
const confirmedQuestionSchema = z.object({
  code: z.enum(questionCodes),
  value: z.union([z.number(), z.string().max(20)]),
  compared: z.union([z.number(), z.string().max(20)]),
  /** Found by the server alone: it was not asked. */
  unasked: z.literal(true).optional(),
})
export type ConfirmedQuestion = z.infer<typeof confirmedQuestionSchema>

/**
 * The questions that were answered before a transaction was recorded. A code of a later release is left out: what was
 * asked is a remark, and must not keep a sale from being recorded.
 */
export const confirmedSchema = z
  .array(z.unknown())
  .max(20)
  .transform((all) => all.flatMap((one) => confirmedQuestionSchema.safeParse(one).data ?? []))

/** The same as the API shows it. */
export const shownConfirmedSchema = z.array(confirmedQuestionSchema)
