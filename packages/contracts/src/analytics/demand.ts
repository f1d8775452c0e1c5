import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { each } from '../fields/schemas.ts'
import { climatePredictionSchema, climateSchema, dataAgeSchema, seasonSchema } from './analytics.ts'

/**
 * A whole week (from Monday) or month. `consumed`: units sold less returns. `corrected` makes up for days out of stock:
 * `consumed × days ÷ (days − stockOutDays)`; null if the medicine was out of stock all the time.
 */
const pastPeriodSchema = z.object({
  start: calendarDateSchema,
  days: z.int(),
  stockOutDays: z.int(),
  consumed: z.number(),
  corrected: z.number().nullable(),
})
export type ShownPastPeriod = z.infer<typeof pastPeriodSchema>

/** A week or month from the current one on: `units = base × factor`, with 80 % and 95 % intervals. */
const forecastPointSchema = z.object({
  start: calendarDateSchema,
  ...each(['units', 'factor', 'low80', 'high80', 'low95', 'high95'], z.number()),
})
export type ForecastPoint = z.infer<typeof forecastPointSchema>

const periodForecastSchema = z.object({
  method: z.string(),
  weights: z.record(z.string(), z.number()),
  base: z.number(),
  known: z.int(),
  /** Errors of past forecasts for the next period; null if there were none. */
  pastError: z.object({ forecasts: z.int(), meanAbsolute: z.number(), meanActual: z.number() }).nullable(),
  points: z.array(forecastPointSchema),
})
export type ShownPeriodForecast = z.infer<typeof periodForecastSchema>

const lotAtRiskSchema = z.object({
  expiryDate: calendarDateSchema.nullable(),
  units: z.int(),
  /** Expected sales from today through the expiry date; null without a forecast or a date. */
  demandUntil: z.number().nullable(),
  unitsAtRisk: z.number().nullable(),
})

const MAX_AT_RISK = 200

export const atRiskQuerySchema = z.strictObject({
  medicines: z
    .string()
    .transform((text) => text.toLowerCase().split(','))
    .pipe(z.array(z.uuid()).max(MAX_AT_RISK)),
})

/** Units that will probably expire unsold, by expiry date. Excludes held stock and stock without a date. */
export const stockAtRiskSchema = z.object({
  _id: z.uuid(),
  lots: z.array(
    lotAtRiskSchema.pick({ units: true, unitsAtRisk: true }).extend({ expiryDate: calendarDateSchema }),
  ),
})
export type StockAtRisk = z.infer<typeof stockAtRiskSchema>

/**
 * `suggested = ⌈max(0, orderUpTo − onHand − onOrder + expiring)⌉`. `orderUpTo` is the larger of `demand + safety` (null
 * without a forecast) and `minimumUpTo`, which is minimum × multiplier + 1.
 */
const suggestedOrderSchema = z.object({
  ...each(['leadTimeDays', 'reviewPeriodDays', 'onHand', 'onOrder', 'suggested'], z.int()),
  ...each(['serviceLevel', 'multiplier', 'minimumUpTo', 'orderUpTo', 'expiring'], z.number()),
  demand: z.number().nullable(),
  /** Safety stock, computed from `errors` past forecast errors over `periods` weeks or months. */
  safety: z.object({ units: z.number(), errors: z.int(), periods: z.int(), kind: z.string() }).nullable(),
})
export type SuggestedOrder = z.infer<typeof suggestedOrderSchema>

/** `GET /api/demand/{medicineId}`. Money in rupees. */
export const medicineDemandSchema = z.object({
  _id: z.uuid(),
  medicine: z.string(),
  category: z.string(),
  deleted: z.literal(true).optional(),
  currentStock: z.int(),
  /** Units neither held nor expired, from which `monthsOfStock` is computed. Earlier releases do not send it. */
  usableStock: z.int().optional(),
  minStockLevel: z.int(),
  unitPrice: z.number(),
  date: calendarDateSchema,
  currentSeason: seasonSchema,
  currentClimate: climateSchema,
  dataAge: dataAgeSchema,
  recordedSince: calendarDateSchema.nullable(),
  prediction: climatePredictionSchema,
  history: z.object({ weeks: z.array(pastPeriodSchema), months: z.array(pastPeriodSchema) }),
  /** `pending`: there is history, but the forecast is not computed yet. */
  forecastState: z.enum(['made', 'no-history', 'pending']),
  forecast: z
    .object({
      madeOn: calendarDateSchema,
      weeks: periodForecastSchema,
      months: periodForecastSchema.nullable(),
    })
    .nullable(),
  /** Mean consumption per month, from the known months; null if none is known. */
  consumption: z.object({ perMonth: z.number().nullable(), months: z.array(pastPeriodSchema) }),
  monthsOfStock: z.number().nullable(),
  expiry: z.object({
    unitsAtRisk: z.number().nullable(),
    valueAtRisk: z.number().nullable(),
    lots: z.array(lotAtRiskSchema),
  }),
  order: suggestedOrderSchema.nullable(),
})
export type MedicineDemand = z.infer<typeof medicineDemandSchema>

/**
 * `GET /internal/conditions` of analytics: today's season and climate. For medicines above `SENSITIVITY_THRESHOLD` it adds
 * the demand expected until an order arrives. Medicines without history are left out.
 */
export const storeConditionsSchema = z.object({
  date: calendarDateSchema,
  season: seasonSchema,
  climate: climateSchema,
  expected: z.array(z.object({ medicineId: z.uuid(), units: z.number(), days: z.int() })),
})
export type StoreConditions = z.infer<typeof storeConditionsSchema>
