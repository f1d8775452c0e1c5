import type { ClimatePrediction } from './analytics.ts'
import { SENSITIVE_ABOVE } from './analytics-words.ts'

/* Rules only, no schemas. */

/** How many recommendations the dashboard shows. */
export const RECOMMENDED = 5

/**
 * What the dashboard recommends: of the categories at high risk what is above `SENSITIVE_ABOVE`; what needs restocking
 * first, then the most wanted.
 */
export function recommendedOf(predictions: readonly ClimatePrediction[]): ClimatePrediction[] {
  return predictions
    .filter((each) => each.isHighRiskCategory && each.predictedDemandMultiplier > SENSITIVE_ABOVE)
    .sort(
      (a, b) =>
        Number(b.needsRestock) - Number(a.needsRestock) ||
        b.predictedDemandMultiplier - a.predictedDemandMultiplier ||
        a.medicine.localeCompare(b.medicine),
    )
}
