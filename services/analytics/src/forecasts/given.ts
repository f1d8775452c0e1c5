import { type DemandFactors, multiplierOf, type StoreSettings } from '@mms/contracts'
import { dateOfDay, type PeriodKind, periodDays, periodStart } from '@mms/forecast'
import { holds, normalConditions } from '../conditions/rules.ts'
import { cityOf } from '../places/cities.ts'

/** A given multiplier is a prior: 0 and 1000 are a typing error or a jest, and the history must be able to say so. */
const LEAST = 0.05
const MOST = 20

export type GivenSettings = Pick<
  StoreSettings,
  'city' | 'seasonScheme' | 'seasonOverride' | 'climateOverride'
>

/**
 * The multiplier that a medicine's form gives to a week or a month, by the conditions of its middle: the calendar and the
 * normals, and from today on what an administrator has set. Above 0 always.
 */
export function createGiven(settings: GivenSettings, today: string) {
  const { seasonScheme, seasonOverride, climateOverride } = settings
  const place = cityOf(settings.city)

  function conditionsOf(kind: PeriodKind, period: number) {
    const middle = dateOfDay(periodStart(kind, period) + Math.floor(periodDays(kind, period) / 2))
    const { season, climate } = normalConditions(middle, place, seasonScheme)
    if (middle < today) return { season, climate }
    return {
      season: holds(seasonOverride, middle) ? seasonOverride.season : season,
      climate: holds(climateOverride, middle) ? climateOverride.climate : climate,
    }
  }
  type Known = Map<number, ReturnType<typeof conditionsOf>>
  const conditions: Record<PeriodKind, Known> = { day: new Map(), week: new Map(), month: new Map() }

  return (factors: DemandFactors, kind: PeriodKind) => {
    if (!factors.seasonal && !factors.climateDependent) return undefined
    const known = conditions[kind]
    return (period: number): number => {
      const { season, climate } = known.get(period) ?? conditionsOf(kind, period)
      known.set(period, { season, climate })
      const { value } = multiplierOf(factors, season, climate)
      return Math.min(MOST, Math.max(LEAST, Number.isFinite(value) ? value : 1))
    }
  }
}
export type Given = ReturnType<typeof createGiven>
