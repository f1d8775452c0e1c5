import type { ExpectedDemand } from '@mms/contracts'
import type { ListedForecast } from '../forecasts/make.ts'

export function expectedDemandOf(forecast: ListedForecast | undefined): ExpectedDemand | null {
  if (!forecast) return null
  const { madeOn, method, knownWeeks, perWeek, coverDays: days, coverUnits: units } = forecast
  if (method === null || perWeek === null || units === null) return null
  return { madeOn, method, knownWeeks, perWeek, days, units }
}

export function oldestOf(forecasts: Iterable<ListedForecast>): string | null {
  let oldest: string | null = null
  for (const { madeOn } of forecasts) if (oldest === null || madeOn < oldest) oldest = madeOn
  return oldest
}
