import { type DemandFactors, multiplierOf, type StoreSettings } from '@mms/contracts'
import { dateOfDay, type PeriodKind, periodDays, periodStart } from '@mms/forecast'
import { cityOf } from '../climate-zones/cities.ts'
import { isInForce, normalConditions } from '../conditions/rules.ts'

/** Bounds of a multiplier. Beyond them it is a typing error, and history must be able to outweigh it. */
const LEAST = 0.05
const MOST = 20

export type MultiplierSettings = Pick<
  StoreSettings,
  'city' | 'seasonScheme' | 'seasonOverride' | 'climateOverride'
>

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
export type PeriodMultiplier = ReturnType<typeof createPeriodMultiplier>
