import type { Climate, DemandFactors, Season } from '@mms/contracts'

/** How much demand is expected, as a multiple of normal demand, and what it is the product of. */
export interface Multiplier {
  value: number
  /** Null where the medicine's demand does not follow the season, or the climate. */
  seasonal: number | null
  climatic: number | null
}

/**
 * The specification's multiplier: the factor of the season times the factor of the climate, each only where the medicine
 * says that it matters. Not rounded.
 */
export function multiplierOf(factors: DemandFactors, season: Season, climate: Climate): Multiplier {
  const seasonal = factors.seasonal ? factors.seasonalTrend[season] : null
  const climatic = factors.climateDependent ? factors.climateFactors[climate] : null
  return { value: (seasonal ?? 1) * (climatic ?? 1), seasonal, climatic }
}
