import { type ClimatePrediction, SENSITIVE_ABOVE } from '@mms/contracts'

const byMultiplier = (a: ClimatePrediction, b: ClimatePrediction) =>
  b.predictedDemandMultiplier - a.predictedDemandMultiplier || a.medicine.localeCompare(b.medicine)

export function sensitiveMedicines(predictions: readonly ClimatePrediction[]): ClimatePrediction[] {
  return predictions
    .filter(({ predictedDemandMultiplier }) => predictedDemandMultiplier > SENSITIVE_ABOVE)
    .sort(byMultiplier)
}

export function demandByCategory(
  predictions: readonly ClimatePrediction[],
): { category: string; multiplier: number }[] {
  const byCategory = Map.groupBy(predictions, ({ category }) => category)
  return [...byCategory]
    .map(([category, medicines]) => {
      const sum = medicines.reduce((total, { predictedDemandMultiplier: each }) => total + each, 0)
      return { category, multiplier: sum / medicines.length }
    })
    .sort((a, b) => b.multiplier - a.multiplier || a.category.localeCompare(b.category))
}
