import { type ExpectedDemand, isLowStock, needsRestock } from '@mms/contracts'
import type { ListedForecast } from '../forecasts/make.ts'
import type { Medicine } from '../medicines/store.ts'

export interface PredictedMedicine
  extends Pick<
    Medicine,
    'id' | 'name' | 'category' | 'currentStock' | 'minStockLevel' | 'expiryDate' | 'factors'
  > {
  batches?: Medicine['batches']
}

export const isStockShort = (expected: ExpectedDemand | null | undefined, unexpired: number): boolean =>
  !!expected && expected.units > unexpired

export interface StockCover {
  unexpired: number
  multiplier: number
  expected: ExpectedDemand | null
}

/** Compares stock with the forecast, which already includes the season; without a forecast with minimum × multiplier. */
export function needsMoreStock(
  { minStockLevel }: Pick<PredictedMedicine, 'minStockLevel'>,
  { unexpired, multiplier, expected }: StockCover,
): boolean {
  const stock = { currentStock: unexpired, minStockLevel }
  return expected ? isLowStock(stock) || isStockShort(expected, unexpired) : needsRestock(stock, multiplier)
}

export function expectedDemandOf(forecast: ListedForecast | undefined): ExpectedDemand | null {
  if (!forecast) return null
  const { madeOn, method, knownWeeks, perWeek, coverDays: days, coverUnits: units } = forecast
  if (method === null || perWeek === null || units === null) return null
  return { madeOn, method, knownWeeks, perWeek, days, units }
}

export function oldestForecast(forecasts: Iterable<ListedForecast>): string | null {
  let oldest: string | null = null
  for (const { madeOn } of forecasts) if (oldest === null || madeOn < oldest) oldest = madeOn
  return oldest
}
