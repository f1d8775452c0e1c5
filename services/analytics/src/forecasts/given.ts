import { type DemandFactors, multiplierOf, type StoreSettings } from '@mms/contracts'
import { dateOfDay, type PeriodKind, periodDays, periodStart } from '@mms/forecast'
import { createMonthConditions } from '../conditions/months.ts'
import { type City, DEFAULT_CITY, findCity } from '../places/cities.ts'

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
  const place = findCity(settings.city) ?? (findCity(DEFAULT_CITY) as City)
  const conditionsIn = createMonthConditions({ place, settings })
  const { seasonOverride, climateOverride } = settings
  const holds = (date: string, override: { until: string } | null) =>
    override !== null && date >= today && date <= override.until

  return (factors: DemandFactors, kind: PeriodKind) => {
    if (!factors.seasonal && !factors.climateDependent) return undefined
    const known = new Map<number, number>()
    return (period: number): number => {
      const kept = known.get(period)
      if (kept !== undefined) return kept
      const middle = dateOfDay(periodStart(kind, period) + Math.floor(periodDays(kind, period) / 2))
      const { season, climate } = conditionsIn(middle.slice(0, 7))
      const { value } = multiplierOf(
        factors,
        holds(middle, seasonOverride) && seasonOverride ? seasonOverride.season : season,
        holds(middle, climateOverride) && climateOverride ? climateOverride.climate : climate,
      )
      const given = Math.min(MOST, Math.max(LEAST, Number.isFinite(value) ? value : 1))
      known.set(period, given)
      return given
    }
  }
}
export type Given = ReturnType<typeof createGiven>
