import type { DemandFactors } from '../inventory/medicines.ts'
import type { Climate, Season } from './analytics-words.ts'

/** Demand as a multiple of normal, and its factors. */
export interface Multiplier {
  value: number
  seasonal: number | null
  climatic: number | null
}

/** Returns the specification's multiplier, not rounded: season × climate factor. A factor that does not apply is 1. */
export function multiplierOf(factors: DemandFactors, season: Season, climate: Climate): Multiplier {
  const seasonal = factors.seasonal ? factors.seasonalTrend[season] : null
  const climatic = factors.climateDependent ? factors.climateFactors[climate] : null
  return { value: (seasonal ?? 1) * (climatic ?? 1), seasonal, climatic }
}

/** Returns minimum level × multiplier, in units. */
export const neededStock = ({ minStockLevel }: { minStockLevel: number }, multiplier: number): number =>
  minStockLevel * multiplier

/** Rounds a needed quantity for a sentence, and keeps it above `left`. */
export const missingNeed = (needed: number, left: number): number => Math.max(Math.round(needed), left + 1)

/** True if stock is at or below minimum × multiplier. Without expected demand nothing needs restocking. */
export function needsRestock(
  medicine: { currentStock: number; minStockLevel: number },
  multiplier: number,
): boolean {
  return multiplier > 0 && medicine.currentStock <= neededStock(medicine, multiplier)
}
