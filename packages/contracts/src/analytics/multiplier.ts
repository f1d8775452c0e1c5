import type { DemandFactors } from '../inventory/medicines.ts'
import type { Climate, Season } from './analytics-words.ts'

/** Demand as a multiple of normal demand, and the factors that make it up. */
export interface Multiplier {
  value: number
  seasonal: number | null
  climatic: number | null
}

/** Returns the specification's multiplier, not rounded: season × climate. A factor that is switched off counts as 1. */
export function multiplierOf(factors: DemandFactors, season: Season, climate: Climate): Multiplier {
  const seasonal = factors.seasonal ? factors.seasonalTrend[season] : null
  const climatic = factors.climateDependent ? factors.climateFactors[climate] : null
  return { value: (seasonal ?? 1) * (climatic ?? 1), seasonal, climatic }
}

export const neededStock = ({ minStockLevel }: { minStockLevel: number }, multiplier: number): number =>
  minStockLevel * multiplier

/** Rounds a needed quantity for display. The result always exceeds `left`, the present stock. */
export const needAboveStock = (needed: number, left: number): number => Math.max(Math.round(needed), left + 1)

/** True if stock is at or below minimum × multiplier. Always false if no demand is expected. */
export function needsRestock(
  medicine: { currentStock: number; minStockLevel: number },
  multiplier: number,
): boolean {
  return multiplier > 0 && medicine.currentStock <= neededStock(medicine, multiplier)
}
