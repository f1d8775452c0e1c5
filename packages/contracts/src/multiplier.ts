import type { Climate, Season } from './analytics-words.ts'
import type { DemandFactors } from './inventory.ts'

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
 *
 * @example multiplierOf(medicine.demandFactors, 'summer', 'rainy').value // 1.8
 */
export function multiplierOf(factors: DemandFactors, season: Season, climate: Climate): Multiplier {
  const seasonal = factors.seasonal ? factors.seasonalTrend[season] : null
  const climatic = factors.climateDependent ? factors.climateFactors[climate] : null
  return { value: (seasonal ?? 1) * (climatic ?? 1), seasonal, climatic }
}

/** Units that the minimum level becomes under a multiplier. */
export const neededStock = ({ minStockLevel }: { minStockLevel: number }, multiplier: number): number =>
  minStockLevel * multiplier

/**
 * The whole units that a sentence says are needed where `left` are too few: rounded, and always more than these.
 *
 * @example missingNeed(38.4, 20) // 38, and missingNeed(38.4, 38) // 39
 */
export const missingNeed = (needed: number, left: number): number => Math.max(Math.round(needed), left + 1)

/** Stock is at or below the minimum times the multiplier. Where no demand is expected, nothing needs restocking. */
export function needsRestock(
  medicine: { currentStock: number; minStockLevel: number },
  multiplier: number,
): boolean {
  return multiplier > 0 && medicine.currentStock <= neededStock(medicine, multiplier)
}
