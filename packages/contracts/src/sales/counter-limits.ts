import { z } from 'zod'
import { each, personSchema } from '../fields/schemas.ts'
import { type CounterLimits, questionCodes } from './questions.ts'

export const defaultCounterLimits: CounterLimits = {
  priceTimes: 3,
  quantityTimes: 10,
  newPriceTimes: 2,
  expiryDays: 30,
  expiryYears: 6,
  staffReturnUnits: 10,
  staffRefundRupees: 5_000,
  staffWriteOffRupees: 5_000,
}

export const updateCounterLimitsSchema = z.strictObject({
  priceTimes: z.number().min(1.1).max(100),
  quantityTimes: z.number().min(2).max(1_000),
  newPriceTimes: z.number().min(1.1).max(100),
  expiryDays: z.int().min(0).max(365),
  expiryYears: z.int().min(1).max(50),
  staffReturnUnits: z.int().min(0).max(1_000_000),
  staffRefundRupees: z.int().min(0).max(10_000_000),
  staffWriteOffRupees: z.int().min(0).max(10_000_000),
}) satisfies z.ZodType<CounterLimits>

const limitChangeSchema = z.object({
  at: z.string(),
  by: personSchema,
  limit: z.string(),
  from: z.number(),
  to: z.number(),
})
export type LimitChange = z.infer<typeof limitChangeSchema>

export const counterLimitsSchema = updateCounterLimitsSchema.extend({
  version: z.int(),
  changes: z.array(limitChangeSchema),
})
export type ShownCounterLimits = z.infer<typeof counterLimitsSchema>

/** A confirmed warning: the entered value and the reference value. Prices in rupees. */
const confirmedQuestionSchema = z.object({
  code: z.enum(questionCodes),
  ...each(['value', 'compared'], z.union([z.number(), z.string().max(20)])),
  unasked: z.literal(true).optional(),
})
export type ConfirmedQuestion = z.infer<typeof confirmedQuestionSchema>

/** Warnings that the user confirmed. Drops unknown codes of a later release instead of refusing the sale. */
export const confirmedSchema = z
  .array(z.unknown())
  .max(20)
  .transform((all) => all.flatMap((one) => confirmedQuestionSchema.safeParse(one).data ?? []))

export const shownConfirmedSchema = z.array(confirmedQuestionSchema)
