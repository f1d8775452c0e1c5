import { addDays, type Climate, type DemandFactors, multiplierOf, type Season } from '@mms/contracts'
import { calendarSeason, normalClimate } from '../conditions/rules.ts'
import type { StoreConditions } from '../conditions/service.ts'

/** Whole months before this one from which normal demand is told. */
const BASE_MONTHS = 3

/** A medicine as far as its demand is modelled. */
interface Modelled {
  id: string
  factors: DemandFactors
}

/** Units consumed of a medicine in a month `yyyy-mm`. */
export interface MonthDemand {
  medicineId: string
  month: string
  consumed: number
}

/** What is expected to be wanted, and from what. */
export interface Expectation {
  units: number
  days: number
  /** Units a day of normal demand, and the months it was told from. */
  perDay: number
  from: string
  to: string
}

/** The month `yyyy-mm` some months from that of a date or month. */
export function monthFrom(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

export function daysInMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** The months of the base, oldest first. */
export const baseMonths = (date: string): string[] =>
  Array.from({ length: BASE_MONTHS }, (_, index) => monthFrom(date, index - BASE_MONTHS))

type Given = Pick<StoreConditions, 'place' | 'settings' | 'date' | 'season' | 'climate'>

/** Season and climate of a month by the calendar and the normals: nobody knows next month's weather. */
export function createMonthConditions({ place, settings }: Pick<Given, 'place' | 'settings'>) {
  const known = new Map<string, { season: Season; climate: Climate }>()
  return (month: string) => {
    const middle = `${month}-15`
    const conditions = known.get(month) ?? {
      season: calendarSeason(middle, place, settings.seasonScheme),
      climate: normalClimate(middle, place),
    }
    known.set(month, conditions)
    return conditions
  }
}

/**
 * Demand from the months before and the multipliers: normal demand is what was consumed in the last three whole months
 * (since the medicine first was), divided by the days of those months, each weighed by the multiplier of its season and
 * climate; a coming month is normal demand times its own. Without history nothing is expected. Never negative: more
 * returns than sales are no demand.
 *
 * Multipliers that say 0 for months in which something was consumed are wrong: such a medicine has no model.
 */
export function createDemandModel(given: Given, demand: MonthDemand[]) {
  const { date, season, climate } = given
  const conditionsIn = createMonthConditions(given)
  const base = baseMonths(date)
  const demandOf = Map.groupBy(demand, ({ medicineId }) => medicineId)

  const multiplierIn = (factors: DemandFactors, month: string) => {
    const conditions = conditionsIn(month)
    return multiplierOf(factors, conditions.season, conditions.climate).value
  }

  const consumedIn = ({ id }: Modelled, month: string) =>
    demandOf.get(id)?.find((each) => each.month === month)?.consumed

  function normalDemand(medicine: Modelled): { perDay: number; from: string } | null {
    const from = base.find((month) => consumedIn(medicine, month) !== undefined)
    if (from === undefined) return null
    const months = base.filter((month) => month >= from)
    const consumed = months.reduce((sum, month) => sum + (consumedIn(medicine, month) ?? 0), 0)
    const weights = months.map((month) => daysInMonth(month) * multiplierIn(medicine.factors, month))
    const weight = weights.reduce((sum, each) => sum + each, 0)
    return weight > 0 ? { perDay: Math.max(0, consumed) / weight, from } : null
  }

  return {
    /** Units consumed this month so far. */
    soFar: (medicine: Modelled) => Math.max(0, consumedIn(medicine, date.slice(0, 7)) ?? 0),
    /** Units expected in a whole month; null without history. */
    expectedIn(medicine: Modelled, month: string): number | null {
      const normal = normalDemand(medicine)
      return normal && normal.perDay * daysInMonth(month) * multiplierIn(medicine.factors, month)
    },
    /** Units expected in the next days, today included; what is left of this month under the conditions of today. */
    expectedNext(medicine: Modelled, days: number): Expectation | null {
      const normal = normalDemand(medicine)
      if (!normal) return null
      const now = multiplierOf(medicine.factors, season, climate).value
      const dates = Array.from({ length: days }, (_, index) => addDays(date, index))
      const weight = [...Map.groupBy(dates, (each) => each.slice(0, 7))].reduce((sum, [month, own]) => {
        const isThisMonth = month === date.slice(0, 7)
        return sum + own.length * (isThisMonth ? now : multiplierIn(medicine.factors, month))
      }, 0)
      return { units: normal.perDay * weight, days, ...normal, to: base.at(-1) as string }
    },
  }
}
