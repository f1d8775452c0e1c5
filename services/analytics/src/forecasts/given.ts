import { type DemandFactors, multiplierOf, type StoreSettings } from '@mms/contracts'
import { dateOfDay, type PeriodKind, periodDays, periodStart } from '@mms/forecast'
import { holds, normalConditions } from '../conditions/rules.ts'
import { cityOf } from '../places/cities.ts'

/** Lower bound of a multiplier: 0 and 1000 are typing errors, and history must be able to overrule them. */
const LEAST = 0.05
const MOST = 20

export type GivenSettings = Pick<
  StoreSettings,
  'city' | 'seasonScheme' | 'seasonOverride' | 'climateOverride'
>

/**
 * Returns the form's multiplier for a week or month, by the conditions at its middle: the normals, and from today on
 * the overrides. Always above 0.
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
