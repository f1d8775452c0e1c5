import type { ClimatePrediction } from './analytics.ts'
import { SENSITIVE_ABOVE } from './analytics-words.ts'

/* Rules only, no schemas. */

/** How many recommendations the dashboard shows. */
export const RECOMMENDED = 5

/** Which part of what is needed is there: by the forecast, else by the minimum times the multiplier. */
function shareThere(each: ClimatePrediction): number {
  const needed = each.expectedDemand?.units ?? each.minStockLevel * each.predictedDemandMultiplier
  return each.currentStock / Math.max(1, needed)
}

const byUrgency = (a: ClimatePrediction, b: ClimatePrediction): number =>
  Number(b.needsRestock) - Number(a.needsRestock) ||
  (a.needsRestock ? shareThere(a) - shareThere(b) : 0) ||
  b.predictedDemandMultiplier - a.predictedDemandMultiplier ||
  a.medicine.localeCompare(b.medicine)

/**
 * What the dashboard recommends: of the categories at high risk what is above `SENSITIVE_ABOVE`. What needs restocking comes
 * first, that of which least is there at its head; then the most wanted.
 */
export const recommendedOf = (predictions: readonly ClimatePrediction[]): ClimatePrediction[] =>
  predictions
    .filter((each) => each.isHighRiskCategory && each.predictedDemandMultiplier > SENSITIVE_ABOVE)
    .sort(byUrgency)
