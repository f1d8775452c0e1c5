import {
  type DemandFactors,
  type ExpectedDemand,
  isLowStock,
  type LotBatch,
  needsRestock,
} from '@mms/contracts'

export interface PredictedMedicine {
  id: string
  name: string
  category: string
  currentStock: number
  minStockLevel: number
  expiryDate: string | null
  batches?: readonly LotBatch[] | null | undefined
  factors: DemandFactors
}

export const isShort = (expected: ExpectedDemand | null | undefined, unexpired: number): boolean =>
  !!expected && expected.units > unexpired

export interface Cover {
  unexpired: number
  multiplier: number
  expected: ExpectedDemand | null
}

/** Compares the stock with the forecast, which includes the season, or without one with minimum × multiplier. */
export function needsMore(
  { minStockLevel }: Pick<PredictedMedicine, 'minStockLevel'>,
  { unexpired, multiplier, expected }: Cover,
): boolean {
  const stock = { currentStock: unexpired, minStockLevel }
  return expected ? isLowStock(stock) || isShort(expected, unexpired) : needsRestock(stock, multiplier)
}
