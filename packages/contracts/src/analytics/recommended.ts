import type { ClimatePrediction } from './analytics.ts'
import { SENSITIVITY_THRESHOLD } from './analytics-words.ts'

export const MAX_RECOMMENDED = 5

/** Stock as a share of the need: of the forecast or, without one, of minimum × multiplier. */
function stockShare(each: ClimatePrediction): number {
  const needed = each.expectedDemand?.units ?? each.minStockLevel * each.predictedDemandMultiplier
  return each.currentStock / Math.max(1, needed)
}

const byUrgency = (a: ClimatePrediction, b: ClimatePrediction): number =>
  Number(b.needsRestock) - Number(a.needsRestock) ||
  (a.needsRestock ? stockShare(a) - stockShare(b) : 0) ||
  b.predictedDemandMultiplier - a.predictedDemandMultiplier ||
  a.medicine.localeCompare(b.medicine)

/**
 * Returns the dashboard's recommendations: medicines of high-risk categories above `SENSITIVITY_THRESHOLD`. Medicines to
 * restock come first, the emptiest at the top. The rest follow by multiplier.
 */
export const recommendedOf = (predictions: readonly ClimatePrediction[]): ClimatePrediction[] =>
  predictions
    .filter((each) => each.isHighRiskCategory && each.predictedDemandMultiplier > SENSITIVITY_THRESHOLD)
    .sort(byUrgency)
