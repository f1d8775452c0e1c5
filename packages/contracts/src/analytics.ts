import { z } from 'zod'
import { climates, MAX_REPORT_DAYS, reportPeriods, seasonSchemes, seasons } from './analytics-words.ts'
import { calendarDateSchema } from './dates.ts'

/** An instant in UTC, ISO 8601 with milliseconds. */
const instantSchema = z.iso.datetime()

export const seasonSchema = z.enum(seasons)
export const climateSchema = z.enum(climates)

/**
 * How old the figures are: when the projection of a service last held everything (null: never), and how many seconds ago that was;
 * 0 while it does.
 */
const ageSchema = z.object({ asOf: instantSchema.nullable(), behindSeconds: z.int().nullable() })
export const dataAgeSchema = z.object({ inventory: ageSchema, sales: ageSchema })
export type DataAge = z.infer<typeof dataAgeSchema>

/**
 * What a medicine's own sales say: `units` are expected in the `days` of lead time and review period from `madeOn` on;
 * `perWeek` is the usual week without the season, from `knownWeeks` whole weeks of sales.
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

/** What is expected of the demand for a medicine now. The multiplier is not rounded. */
export const climatePredictionSchema = z.object({
  _id: z.uuid(),
  /** Its name. */
  medicine: z.string(),
  category: z.string(),
  isHighRiskCategory: z.boolean(),
  predictedDemandMultiplier: z.number(),
  currentStock: z.int(),
  minStockLevel: z.int(),
  needsRestock: z.boolean(),
  reasonsForPrediction: z.array(z.string()),
  /** The reasons in short, whole units, of those above `SENSITIVE_ABOVE`. */
  reasonInOneLine: z.string().optional(),
  /** Null without history, or while the forecast is not made yet. */
  expectedDemand: expectedDemandSchema.nullable(),
})
export type ClimatePrediction = z.infer<typeof climatePredictionSchema>

/** Where a season or a climate comes from: the calendar, the normals of the city, its weather, or an administrator. */
const conditionSourceSchema = z.enum(['calendar', 'normals', 'weather', 'override'])

/** Most medicines that `recommended` may ask for. */
const MAX_RECOMMENDED = 50

/**
 * Query of `GET /api/medicines/climate-demand`: with `recommended`, `predictions` holds only so many of what the dashboard
 * recommends.
 */
export const climateDemandQuerySchema = z.strictObject({
  recommended: z
    .string()
    .regex(/^\d{1,2}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_RECOMMENDED))
    .optional(),
})

/** `GET /api/medicines/climate-demand` */
export const climateDemandSchema = z.object({
  currentSeason: seasonSchema,
  currentClimate: climateSchema,
  highRiskCategories: z.array(z.string()),
  predictions: z.array(climatePredictionSchema),
  /** How many medicines there are, and how many of them are recommended. */
  medicineCount: z.int(),
  recommendedCount: z.int(),
  city: z.string(),
  /** The store's date that it is about. */
  date: calendarDateSchema,
  seasonSource: conditionSourceSchema,
  climateSource: conditionSourceSchema,
  dataAge: dataAgeSchema,
})
export type ClimateDemand = z.infer<typeof climateDemandSchema>

const periodProblem = `must be ${reportPeriods.slice(0, -1).join(', ')} or ${reportPeriods.at(-1)}`
const dayMs = 86_400_000
const daysBetween = (start: string, end: string) => Math.round((Date.parse(end) - Date.parse(start)) / dayMs)

/** Query of `GET /api/reports`. `custom` takes both dates, inclusive store days; the other periods end today. */
export const reportQuerySchema = z
  .strictObject({
    period: z.enum(reportPeriods, periodProblem).default('last-month'),
    startDate: calendarDateSchema.optional(),
    endDate: calendarDateSchema.optional(),
  })
  .superRefine(({ period, startDate, endDate }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (period !== 'custom') {
      if (startDate) refuse('startDate', 'is for period=custom only')
      if (endDate) refuse('endDate', 'is for period=custom only')
      return
    }
    if (!startDate) refuse('startDate', 'is required for period=custom, as yyyy-mm-dd')
    if (!endDate) refuse('endDate', 'is required for period=custom, as yyyy-mm-dd')
    if (!startDate || !endDate) return
    if (startDate > endDate) refuse('endDate', 'must not be before the start date')
    if (daysBetween(startDate, endDate) >= MAX_REPORT_DAYS) {
      refuse('startDate', `must be at most ${MAX_REPORT_DAYS} days (ten years) before the end date`)
    }
  })
export type ReportQuery = z.infer<typeof reportQuerySchema>

/** Inclusive store days. */
const daysSchema = z.object({ startDate: calendarDateSchema, endDate: calendarDateSchema })

/**
 * A figure and the same of the period before; the change in percent is null where there was nothing before, or where
 * the store's records do not reach back over all of it.
 */
const comparedSchema = z.object({
  value: z.number(),
  previous: z.number(),
  changePercent: z.number().nullable(),
})
export type Compared = z.infer<typeof comparedSchema>

/**
 * A line of *Stock Movement Details*: stock at the start of the period, units added and removed in it, and stock at its
 * end. `initialStock + added − removed = currentStock`, always. `turnoverRate` is removed ÷ the mean of initial and
 * current stock, null where both are 0.
 */
const stockMovementSchema = z.object({
  _id: z.uuid(),
  medicine: z.string(),
  category: z.string(),
  deleted: z.literal(true).optional(),
  initialStock: z.int(),
  added: z.int(),
  removed: z.int(),
  currentStock: z.int(),
  turnoverRate: z.number().nullable(),
  /** Rupees of now, and the date. The cost is left out where it is not known. */
  unitPrice: z.number(),
  costPrice: z.number().optional(),
  expiryDate: calendarDateSchema.nullable(),
})
export type StockMovement = z.infer<typeof stockMovementSchema>

const recommendationSchema = z.object({
  /** An older or newer screen shows kinds that it does not know like any other. */
  kind: z.string(),
  title: z.string(),
  text: z.string(),
  /** Of the whole card. */
  reasons: z.array(z.string()),
  /** How many medicines it is about. */
  count: z.int(),
  /** The first of them, most urgent first, each in one recommendation of the report only, with all its reasons. */
  medicines: z.array(z.object({ _id: z.uuid(), medicine: z.string(), reasons: z.array(z.string()) })),
})
export type Recommendation = z.infer<typeof recommendationSchema>

const monthSchema = z.string().regex(/^\d{4}-\d{2}$/)

/** `GET /api/reports`: everything the Reports page shows. Money in rupees. */
export const reportSchema = z.object({
  period: daysSchema.extend({ name: z.enum(reportPeriods), days: z.int() }),
  previousPeriod: daysSchema,
  store: z.object({ city: z.string(), timeZone: z.string(), currency: z.literal('INR') }),
  generatedAt: instantSchema,
  dataAge: dataAgeSchema,
  /** The day of the first record; null while there is none. */
  recordedSince: calendarDateSchema.nullable(),
  /** Medicines of today by category; rupees at today's prices. */
  categories: z.array(
    z.object({ category: z.string(), medicines: z.int(), units: z.int(), value: z.number() }),
  ),
  stockHistory: z.array(z.object({ month: monthSchema, added: z.int(), removed: z.int() })),
  /** Null while no service publishes alerts. */
  alertsOverTime: z
    .array(
      z.object({
        month: monthSchema,
        lowStock: z.int(),
        expiry: z.int(),
        highDemand: z.int(),
        other: z.int(),
      }),
    )
    .nullable(),
  /** The day of which the oldest forecast in it is; null while there is none. */
  forecastsMadeOn: calendarDateSchema.nullable(),
  /**
   * Units by category: this month so far, what the whole month comes to, and what is predicted for the next. So far are
   * units sold less units that came back. Null where there is no history to predict from.
   */
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
    /** Less what was paid back for returns, and without mistakes that were undone; so are these two. */
    sales: comparedSchema,
    refunds: comparedSchema,
    /** Rupees at cost of the stock of which the cost is known, and of how many medicines in stock it is. */
    inventoryCost: z.object({ value: z.number(), costed: z.int(), medicines: z.int() }),
    purchases: comparedSchema,
    averageStock: comparedSchema,
    /** What expired stock is worth, and stock that expires within 30 days. */
    expiredValue: z.number(),
    expiringValue: z.number(),
  }),
  recommendations: z.array(recommendationSchema),
  movements: z.array(stockMovementSchema),
})
export type Report = z.infer<typeof reportSchema>

/**
 * `GET /api/reports/demand-outlook`: what the multipliers make of the usual units of all medicines in each month, what was
 * used in it and is forecast for it, each as a share of its mean month, so that they compare. `actual` is null for months
 * without history and for those to come, `forecast` for those before.
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
  /** Forecasts of much of the store are still to be made from what has been read of its history. */
  isPending: z.boolean(),
})
export type DemandOutlook = z.infer<typeof demandOutlookSchema>

/** What an administrator says instead of the calendar or the climate, through the end of the day `until`. */
const seasonOverrideSchema = z.strictObject({ season: seasonSchema, until: calendarDateSchema })
const climateOverrideSchema = z.strictObject({ climate: climateSchema, until: calendarDateSchema })

/** Body of `PUT /api/store-settings`: all of them. `serviceLevel` is a share of demand, 0.95 = 95 %. */
export const updateStoreSettingsSchema = z.strictObject({
  city: z.string().trim().min(1).max(60),
  seasonScheme: z.enum(seasonSchemes),
  seasonOverride: seasonOverrideSchema.nullable(),
  climateOverride: climateOverrideSchema.nullable(),
  leadTimeDays: z.int().min(0).max(180),
  reviewPeriodDays: z.int().min(1).max(90),
  serviceLevel: z.number().min(0.5).max(0.999),
})
export type StoreSettings = z.infer<typeof updateStoreSettingsSchema>

const settingChangeSchema = z.object({
  at: instantSchema,
  by: z.object({ _id: z.string(), name: z.string() }),
  setting: z.string(),
  from: z.unknown(),
  to: z.unknown(),
})
export type SettingChange = z.infer<typeof settingChangeSchema>

/** `GET /api/store-settings`; `version` is also the ETag, for `If-Match`. */
export const storeSettingsSchema = updateStoreSettingsSchema.extend({
  version: z.int(),
  /** Set by the deployment. */
  timeZone: z.string(),
  /** Where the climate comes from unless it is overridden. */
  climateSource: z.enum(['normals', 'weather']),
  /** Cities with climate normals, to choose from. */
  cities: z.array(
    z.object({ city: z.string(), state: z.string(), latitude: z.number(), longitude: z.number() }),
  ),
  /** Newest first, the last 50. */
  changes: z.array(settingChangeSchema),
})
export type StoreSettingsShown = z.infer<typeof storeSettingsSchema>
