import type { ClimateDemand } from '@mms/contracts'
import { formatDate } from '@mms/ui'

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const seasonName = capital
export const climateName = capital

const sources: Record<string, string> = {
  calendar: 'from the calendar',
  normals: 'from the usual climate of this month',
  weather: 'from the weather of these weeks',
  override: 'set by an administrator',
}

/** Empty for a source that this release does not know. */
export const sourceText = (source: string) => sources[source] ?? ''

export const placeAndDate = ({ city, date }: ClimateDemand) => `${city}, ${formatDate(date)}`

export const fetchFailed = 'Failed to fetch climate predictions'
export const climateSeasonalAnalytics = 'Climate & Seasonal Analytics'
export const predictionsAppearHere = 'Predictions appear here once there are medicines.'
export const loadingPredictions = 'Loading climate predictions...'
export const demandByCategory = 'Demand by Category'
export const averageMultiplierText = 'Average demand multiplier; 1.0x is normal demand'
export const demandByCategoryChart = 'Demand by Category: average demand multiplier'
export const averageDemandMultiplier = 'Average demand multiplier'
export const climateImpactDistribution = 'Climate Impact Distribution'
export const impactText = 'Number of medicines in high-risk and normal-risk categories'
export const impactChart = 'Climate Impact Distribution: medicines by risk'
export const highRisk = 'High risk'
export const normalRisk = 'Normal risk'
export const currentConditions = 'Current Conditions'
export const currentSeason = 'Current Season'
export const currentClimate = 'Current Climate'
export const highRiskCategories = 'High-Risk Categories'
export const highRiskText =
  'These categories typically see increased demand under the current season or climate.'
export const noneAtPresent = 'None at present.'
export const demandMultiplier = 'Demand Multiplier'
export const stockStatus = 'Stock Status'
export const reasons = 'Reasons'
export const sensitiveMedicines = 'Medicines with High Climate Sensitivity'
export const highestOf = (shown: number, rows: string) => `The ${shown} highest of ${rows}`
export const sensitiveText = 'Demand multiplier above 1.3, highest first'
export const noneSensitive = 'No medicine has a multiplier above 1.3 now.'
export const inStock = (currentStock: string) => `${currentStock} in stock`
