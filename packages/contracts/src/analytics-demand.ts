import { z } from 'zod'
import { climatePredictionSchema, climateSchema, dataAgeSchema, seasonSchema } from './analytics.ts'
import { calendarDateSchema } from './dates.ts'

/**
 * A whole week (from Monday) or month of a medicine: units consumed less returns, and what that would have been with stock
 * on all of its days, `consumed × days ÷ (days − stockOutDays)`; null where there was none at all.
 */
const pastPeriodSchema = z.object({
  start: calendarDateSchema,
  days: z.int(),
  stockOutDays: z.int(),
  consumed: z.number(),
  corrected: z.number().nullable(),
})
export type PastPeriodShown = z.infer<typeof pastPeriodSchema>

/** A week or month to come, the running one first: `units = base × factor`, with 80 % and 95 % limits. */
const forecastPointSchema = z.object({
  start: calendarDateSchema,
  units: z.number(),
  factor: z.number(),
  low80: z.number(),
  high80: z.number(),
  low95: z.number(),
  high95: z.number(),
})
export type ForecastPoint = z.infer<typeof forecastPointSchema>

const periodForecastSchema = z.object({
  /** The methods that weigh most, joined by +; `weights` has all that have any. */
  method: z.string(),
  weights: z.record(z.string(), z.number()),
  /** Units of a usual week or month. */
  base: z.number(),
  /** Whole weeks or months that it was made from. */
  known: z.int(),
  /** How far past forecasts of the next week or month were off; null while there are none. */
  pastError: z.object({ forecasts: z.int(), meanAbsolute: z.number(), meanActual: z.number() }).nullable(),
  points: z.array(forecastPointSchema),
})
export type PeriodForecastShown = z.infer<typeof periodForecastSchema>

const lotAtRiskSchema = z.object({
  expiryDate: calendarDateSchema.nullable(),
  units: z.int(),
  /** Units expected to be sold from today through that day; null without a forecast, or without a date. */
  demandUntil: z.number().nullable(),
  /** Null where it cannot be computed. */
  unitsAtRisk: z.number().nullable(),
})

/** Most medicines whose stock at risk one request asks for. */
export const MAX_AT_RISK = 200

/** Query of `GET /api/demand/at-risk`: ids of medicines, with commas between them. */
export const atRiskQuerySchema = z.strictObject({
  medicines: z
    .string()
    .transform((text) => text.toLowerCase().split(','))
    .pipe(z.array(z.uuid()).max(MAX_AT_RISK)),
})

/** What of a medicine's stock will probably expire unsold, by date; held stock and what has no date are left out. */
export const stockAtRiskSchema = z.object({
  _id: z.uuid(),
  lots: z.array(
    lotAtRiskSchema.pick({ units: true, unitsAtRisk: true }).extend({ expiryDate: calendarDateSchema }),
  ),
})
export type StockAtRisk = z.infer<typeof stockAtRiskSchema>

/**
 * What to order now: `suggested = ⌈max(0, orderUpTo − onHand − onOrder + expiring)⌉`. Filled up to the larger of
 * `demand + safety` (null without a forecast) and `minimumUpTo`, one unit more than minimum × multiplier.
 */
const suggestedOrderSchema = z.object({
  leadTimeDays: z.int(),
  reviewPeriodDays: z.int(),
  serviceLevel: z.number(),
  /** Forecast for lead time and review period, from today on. */
  demand: z.number().nullable(),
  /** From `errors` past errors of the demand of `periods` weeks or months. */
  safety: z.object({ units: z.number(), errors: z.int(), periods: z.int(), kind: z.string() }).nullable(),
  multiplier: z.number(),
  minimumUpTo: z.number(),
  orderUpTo: z.number(),
  onHand: z.int(),
  onOrder: z.int(),
  /** Units that expire unsold before an order of the next review has come. */
  expiring: z.number(),
  suggested: z.int(),
})
export type SuggestedOrder = z.infer<typeof suggestedOrderSchema>

/** `GET /api/demand/{medicineId}`: a medicine's demand, and the inputs of each figure. Money in rupees. */
export const medicineDemandSchema = z.object({
  _id: z.uuid(),
  medicine: z.string(),
  category: z.string(),
  deleted: z.literal(true).optional(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  unitPrice: z.number(),
  /** The store's date. */
  date: calendarDateSchema,
  currentSeason: seasonSchema,
  currentClimate: climateSchema,
  dataAge: dataAgeSchema,
  /** The first day of which anything is known. */
  recordedSince: calendarDateSchema.nullable(),
  prediction: climatePredictionSchema,
  history: z.object({ weeks: z.array(pastPeriodSchema), months: z.array(pastPeriodSchema) }),
  /** `pending`: there is history, and the forecast is being made. */
  forecastState: z.enum(['made', 'no-history', 'pending']),
  forecast: z
    .object({
      madeOn: calendarDateSchema,
      weeks: periodForecastSchema,
      months: periodForecastSchema.nullable(),
    })
    .nullable(),
  /** Average monthly consumption: the mean of the known ones of the last whole months; null while none is known. */
  consumption: z.object({ perMonth: z.number().nullable(), months: z.array(pastPeriodSchema) }),
  /** Null where there is no use. */
  monthsOfStock: z.number().nullable(),
  expiry: z.object({
    /** Null where it cannot be computed. */
    unitsAtRisk: z.number().nullable(),
    valueAtRisk: z.number().nullable(),
    lots: z.array(lotAtRiskSchema),
  }),
  /** Null for a medicine that is deleted. */
  order: suggestedOrderSchema.nullable(),
})
export type MedicineDemand = z.infer<typeof medicineDemandSchema>
