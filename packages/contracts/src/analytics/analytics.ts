import { z } from 'zod'
import { calendarDateSchema } from '../dates/dates.ts'
import { DAY_MS } from '../dates/durations.ts'
import { each, enumOf, instantSchema, personSchema, queryNumber } from '../fields/schemas.ts'
import { climates, MAX_REPORT_DAYS, reportPeriods, seasonSchemes, seasons } from './analytics-words.ts'

export const seasonSchema = z.enum(seasons)
export const climateSchema = z.enum(climates)

/** `asOf`: when the data was last complete (null: never). `behindSeconds`: seconds since then, or 0. */
const ageSchema = z.object({ asOf: instantSchema.nullable(), behindSeconds: z.int().nullable() })
export const dataAgeSchema = z.object({ inventory: ageSchema, sales: ageSchema })
export type DataAge = z.infer<typeof dataAgeSchema>

/**
 * Forecast from a medicine's own sales. `units` covers the next `days` (lead time and review period) after `madeOn`.
 * `perWeek` is a week without seasonal effect, computed from `knownWeeks` whole weeks.
 */
const expectedDemandSchema = z.object({
  madeOn: calendarDateSchema,
  method: z.string(),
  knownWeeks: z.int(),
  perWeek: z.number(),
  days: z.int(),
  units: z.number(),
})
export type ExpectedDemand = z.infer<typeof expectedDemandSchema>

export const climatePredictionSchema = z.object({
  _id: z.uuid(),
  medicine: z.string(),
  category: z.string(),
  isHighRiskCategory: z.boolean(),
  predictedDemandMultiplier: z.number(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  needsRestock: z.boolean(),
  reasonsForPrediction: z.array(z.string()),
  /** Reasons in one line, with rounded units. Only for multipliers above `SENSITIVITY_THRESHOLD`. */
  reasonInOneLine: z.string().optional(),
  expectedDemand: expectedDemandSchema.nullable(),
})
export type ClimatePrediction = z.infer<typeof climatePredictionSchema>

const conditionSourceSchema = z.enum(['calendar', 'normals', 'weather', 'override'])

/** `recommended` returns only that many predictions: those the dashboard recommends. */
export const climateDemandQuerySchema = z.strictObject({ recommended: queryNumber(2, 1, 50).optional() })

export const climateDemandSchema = z.object({
  currentSeason: seasonSchema,
  currentClimate: climateSchema,
  highRiskCategories: z.array(z.string()),
  predictions: z.array(climatePredictionSchema),
  medicineCount: z.int(),
  recommendedCount: z.int(),
  city: z.string(),
  date: calendarDateSchema,
  seasonSource: conditionSourceSchema,
  climateSource: conditionSourceSchema,
  dataAge: dataAgeSchema,
})
export type ClimateDemand = z.infer<typeof climateDemandSchema>

const daysBetween = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS)

/** `custom` needs both dates, which are inclusive store days. The other periods end today. */
export const reportQuerySchema = z
  .strictObject({
    period: enumOf(reportPeriods).default('last-month'),
    startDate: calendarDateSchema.optional(),
    endDate: calendarDateSchema.optional(),
  })
  .superRefine(({ period, startDate, endDate }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    for (const [field, date] of Object.entries({ startDate, endDate })) {
      if (period !== 'custom' && date) refuse(field, 'is for period=custom only')
      if (period === 'custom' && !date) refuse(field, 'is required for period=custom, as yyyy-mm-dd')
    }
    if (period !== 'custom' || !startDate || !endDate) return
    if (startDate > endDate) refuse('endDate', 'must not be before the start date')
    if (daysBetween(startDate, endDate) >= MAX_REPORT_DAYS) {
      refuse('startDate', `must be at most ${MAX_REPORT_DAYS} days (ten years) before the end date`)
    }
  })
export type ReportQuery = z.infer<typeof reportQuerySchema>

const daysSchema = z.object({ startDate: calendarDateSchema, endDate: calendarDateSchema })

/** `changePercent` is null if `previous` is 0, or if records are missing for a part of the previous period. */
const comparedSchema = z.object({
  value: z.number(),
  previous: z.number(),
  changePercent: z.number().nullable(),
})
export type ComparedFigure = z.infer<typeof comparedSchema>

/**
 * A line of *Stock Movement Details*. `initialStock + added − removed = currentStock` always holds. `turnoverRate` is
 * removed ÷ the mean of initial and current stock; null if both are 0.
 */
const stockMovementSchema = z.object({
  _id: z.uuid(),
  medicine: z.string(),
  category: z.string(),
  deleted: z.literal(true).optional(),
  ...each(['initialStock', 'added', 'removed', 'currentStock'], z.int()),
  turnoverRate: z.number().nullable(),
  unitPrice: z.number(),
  /** Value of `currentStock` at the prices of its batches. Earlier releases do not send it. */
  value: z.number().optional(),
  costPrice: z.number().optional(),
  expiryDate: calendarDateSchema.nullable(),
})
export type StockMovement = z.infer<typeof stockMovementSchema>

const recommendationSchema = z.object({
  /** A string, so that screens can display kinds of a later release. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  reasons: z.array(z.string()),
  count: z.int(),
  /** The most urgent medicines. Each appears in one recommendation only, with all its reasons. */
  medicines: z.array(z.object({ _id: z.uuid(), medicine: z.string(), reasons: z.array(z.string()) })),
})
export type Recommendation = z.infer<typeof recommendationSchema>

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/)
const alertCounts = each(['lowStock', 'expiry', 'highDemand', 'other'], z.int())
const monthOfAlertsSchema = z.object({ month: monthSchema, ...alertCounts })

export const reportSchema = z.object({
  period: daysSchema.extend({ name: z.enum(reportPeriods), days: z.int() }),
  previousPeriod: daysSchema,
  store: z.object({ city: z.string(), timeZone: z.string(), currency: z.literal('INR') }),
  generatedAt: instantSchema,
  dataAge: dataAgeSchema,
  recordedSince: calendarDateSchema.nullable(),
  categories: z.array(
    z.object({ category: z.string(), medicines: z.int(), units: z.int(), value: z.number() }),
  ),
  stockHistory: z.array(z.object({ month: monthSchema, added: z.int(), removed: z.int() })),
  alertsOverTime: z.array(monthOfAlertsSchema).nullable(),
  forecastsMadeOn: calendarDateSchema.nullable(),
  /** Units by category, less returns: this month so far, all of this month, and next month. Null without history. */
  demandComparison: z.array(
    z.object({
      category: z.string(),
      thisMonthSoFar: z.number(),
      thisMonth: z.number().nullable(),
      nextMonth: z.number().nullable(),
    }),
  ),
  summary: z.object({
    inventoryValue: comparedSchema,
    /** Sales less refunds. Reversed entries are excluded from sales, refunds and purchases. */
    sales: comparedSchema,
    refunds: comparedSchema,
    inventoryCost: z.object({ value: z.number(), costed: z.int(), medicines: z.int() }),
    purchases: comparedSchema,
    averageStock: comparedSchema,
    expiredValue: z.number(),
    expiringValue: z.number(),
  }),
  recommendations: z.array(recommendationSchema),
  movements: z.array(stockMovementSchema),
})
export type Report = z.infer<typeof reportSchema>

/**
 * `GET /api/reports/demand-outlook`: monthly demand from multipliers, history and forecasts, each divided by its mean
 * month for comparison. `actual` is null without history and in the future, `forecast` in the past.
 */
export const demandOutlookSchema = z.object({
  months: z.array(
    z.object({
      month: monthSchema,
      multiplier: z.number(),
      actual: z.number().nullable(),
      forecast: z.number().nullable(),
    }),
  ),
  /** True while forecasts for a large part of the store are missing. */
  isPending: z.boolean(),
})
export type DemandOutlook = z.infer<typeof demandOutlookSchema>

/** Body of `PUT /api/store-settings`. `serviceLevel` is the share of demand that stock should cover: 0.95 = 95 %. */
export const updateStoreSettingsSchema = z.strictObject({
  city: z.string().trim().min(1).max(60),
  seasonScheme: z.enum(seasonSchemes),
  seasonOverride: z.strictObject({ season: seasonSchema, until: calendarDateSchema }).nullable(),
  climateOverride: z.strictObject({ climate: climateSchema, until: calendarDateSchema }).nullable(),
  leadTimeDays: z.int().min(0).max(180),
  reviewPeriodDays: z.int().min(1).max(90),
  serviceLevel: z.number().min(0.5).max(0.999),
})
export type StoreSettings = z.infer<typeof updateStoreSettingsSchema>

const settingChangeSchema = z.object({
  at: instantSchema,
  by: personSchema,
  setting: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type SettingChange = z.infer<typeof settingChangeSchema>

export const storeSettingsSchema = updateStoreSettingsSchema.extend({
  version: z.int(),
  timeZone: z.string(),
  climateSource: z.enum(['normals', 'weather']),
  cities: z.array(
    z.object({ city: z.string(), state: z.string(), latitude: z.number(), longitude: z.number() }),
  ),
  changes: z.array(settingChangeSchema),
})
export type ShownStoreSettings = z.infer<typeof storeSettingsSchema>
