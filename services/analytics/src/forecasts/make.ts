import { type DemandFactors, multiplierOf, type StoreSettings } from '@mms/contracts'
import {
  dateOfDay,
  dayNumber,
  errorsOfTotals,
  type Forecast,
  forecast,
  type History,
  type PeriodKind,
  periodDays,
  periodOfDay,
  periodStart,
  SharedSeason,
  seasonLength,
} from '@mms/forecast'
import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { cityOf } from '../climate-zones/cities.ts'
import { isInForce, normalConditions } from '../conditions/rules.ts'
import { firstUncountedDay } from '../due/store.ts'
import { createMedicineStore, type Medicine } from '../medicines/store.ts'
import { createDayStore } from './day-store.ts'
import { demandAhead, demandOfMonth } from './demand-ahead.ts'
import { type ForecastDetail, toPeriodForecast } from './detail.ts'
import { consumptionHistoryOf } from './history.ts'

const WEEKS_AHEAD = 13
const MONTHS_AHEAD = 13
export const LISTED_MONTHS = 6
const plans = {
  week: { season: seasonLength('week', 52), horizon: WEEKS_AHEAD },
  month: { season: 12, horizon: MONTHS_AHEAD },
}
const MONTH_DAYS = 30.4375
const WEEK_DAYS = 7

interface Histories {
  weeks: History | undefined
  months: History | undefined
}

/** A medicine without history has neither method nor figures. */
export interface ListedForecast {
  medicineId: string
  madeOn: string
  countedUntil: string
  method: string | null
  knownWeeks: number
  perWeek: number | null
  coverDays: number
  coverUnits: number | null
  /** Units by month, from the month of `madeOn` on. */
  months: number[] | null
}

export interface MadeForecast {
  listed: ListedForecast
  detail: ForecastDetail | null
}

interface CategorySeason {
  weeks: SharedSeason
  months: SharedSeason
}

export function createCategorySeason(histories: Histories[]): CategorySeason {
  const all = (kind: keyof Histories) => histories.flatMap((each) => each[kind] ?? [])
  return {
    weeks: new SharedSeason(plans.week.season, all('weeks')),
    months: new SharedSeason(plans.month.season, all('months')),
  }
}

/** Bounds of a multiplier. Beyond them it is a typing error, and history must be able to outweigh it. */
const LEAST = 0.05
const MOST = 20

type MultiplierSettings = Pick<StoreSettings, 'city' | 'seasonScheme' | 'seasonOverride' | 'climateOverride'>

/**
 * Returns the form's multiplier for a week or month, by the conditions in its middle. Past periods use the normals,
 * later ones the overrides, too. Always above 0.
 */
export function createPeriodMultiplier(settings: MultiplierSettings, today: string) {
  const { seasonScheme, seasonOverride, climateOverride } = settings
  const city = cityOf(settings.city)

  function conditionsOf(kind: PeriodKind, period: number) {
    const middle = dateOfDay(periodStart(kind, period) + Math.floor(periodDays(kind, period) / 2))
    const { season, climate } = normalConditions(middle, city, seasonScheme)
    if (middle < today) return { season, climate }
    return {
      season: isInForce(seasonOverride, middle) ? seasonOverride.season : season,
      climate: isInForce(climateOverride, middle) ? climateOverride.climate : climate,
    }
  }
  type Known = Map<number, ReturnType<typeof conditionsOf>>
  const conditions: Record<PeriodKind, Known> = { day: new Map(), week: new Map(), month: new Map() }

  return (factors: DemandFactors, kind: PeriodKind) => {
    if (!factors.seasonal && !factors.climateDependent) return undefined
    const cached = conditions[kind]
    return (period: number): number => {
      const { season, climate } = cached.get(period) ?? conditionsOf(kind, period)
      cached.set(period, { season, climate })
      const { value } = multiplierOf(factors, season, climate)
      return Math.min(MOST, Math.max(LEAST, Number.isFinite(value) ? value : 1))
    }
  }
}
type PeriodMultiplier = ReturnType<typeof createPeriodMultiplier>

interface MakeOptions {
  today: string
  coverDays: number
  givenOf: PeriodMultiplier
}

/** Past errors over the cover period, in weeks, or in months if it is longer than the weeks forecast. */
function totalsOf(
  coverDays: number,
  weeks: Forecast,
  months: Forecast | undefined,
): ForecastDetail['totals'] {
  const isLong = coverDays > WEEKS_AHEAD * WEEK_DAYS && months !== undefined
  const [kind, made, length] = isLong
    ? (['month', months, MONTH_DAYS] as const)
    : (['week', weeks, WEEK_DAYS] as const)
  const horizon = made.mean.length
  const periods = Math.min(horizon, Math.max(1, Math.ceil(coverDays / length)))
  const errors = Array.from(
    errorsOfTotals(made.errors, horizon, periods),
    (error) => Math.round(error * 100) / 100,
  )
  return { kind, periods, errors }
}

export function createMaker({ today, coverDays, givenOf }: MakeOptions, shared: CategorySeason) {
  const day = dayNumber(today)
  const thisMonth = periodOfDay('month', day)

  function forecastOf(history: History | undefined, kind: 'week' | 'month', factors: DemandFactors) {
    const prior = { shared: shared[`${kind}s`], given: givenOf(factors, kind) }
    return history && forecast(history, { ...plans[kind], ...prior })
  }

  return (medicineId: string, factors: DemandFactors, histories: Histories): MadeForecast => {
    const base = { medicineId, madeOn: today, countedUntil: firstUncountedDay(today), coverDays }
    const weeks = forecastOf(histories.weeks, 'week', factors)
    if (!weeks || !histories.weeks) {
      const nothing = { method: null, knownWeeks: 0, perWeek: null, coverUnits: null, months: null }
      return { listed: { ...base, ...nothing }, detail: null }
    }
    const months = forecastOf(histories.months, 'month', factors)
    const detail: ForecastDetail = {
      weeks: toPeriodForecast('week', weeks, histories.weeks),
      months: months && histories.months ? toPeriodForecast('month', months, histories.months) : null,
      totals: totalsOf(coverDays, weeks, months),
    }
    const { method, known: knownWeeks, base: perWeek } = detail.weeks
    const listedMonths = Array.from({ length: LISTED_MONTHS }, (_, ahead) =>
      demandOfMonth(detail, thisMonth + ahead),
    )
    const coverUnits = demandAhead(detail, day, day + coverDays - 1)
    return { listed: { ...base, method, knownWeeks, perWeek, coverUnits, months: listedMonths }, detail }
  }
}

export interface ForecastOrder {
  today: string
  coverDays: number
  settings: MultiplierSettings
  only: string[] | null
}

const CHUNK = 50

/** Also reads the medicines of the same categories, because they share a season. */
function selectMedicines(medicines: Medicine[], only: string[] | null) {
  const present = medicines.filter(({ deleted }) => !deleted)
  if (only === null) return { wanted: new Set(present.map(({ id }) => id)), read: present }
  const wanted = new Set(only)
  const categories = new Set(present.filter(({ id }) => wanted.has(id)).map(({ category }) => category))
  return { wanted, read: present.filter(({ category }) => categories.has(category)) }
}

/** Yields forecasts in parts. Empty parts show that it is alive. Keeps histories in memory, about 2 KB per medicine. */
export async function* makeForecasts(db: Knex, order: ForecastOrder): AsyncGenerator<MadeForecast[]> {
  const { today, only } = order
  const { wanted, read } = selectMedicines(await createMedicineStore(db).list(), only)
  const histories = new Map<string, Histories>()
  for await (const chunk of createDayStore(db).list(read.map(({ id }) => id))) {
    for (const [id, facts] of chunk) {
      const [weeks, months] = [
        consumptionHistoryOf(facts, today, 'week'),
        consumptionHistoryOf(facts, today, 'month'),
      ]
      histories.set(id, { weeks, months })
    }
    yield []
  }
  const options = { ...order, givenOf: createPeriodMultiplier(order.settings, today) }
  for (const medicines of Map.groupBy(read, ({ category }) => category).values()) {
    const shared = createCategorySeason(medicines.map(({ id }) => histories.get(id) as Histories))
    const make = createMaker(options, shared)
    const own = medicines.filter(({ id }) => wanted.has(id))
    for (const chunk of chunksOf(own, CHUNK)) {
      yield chunk.map(({ id, factors }) => make(id, factors, histories.get(id) as Histories))
    }
  }
}
