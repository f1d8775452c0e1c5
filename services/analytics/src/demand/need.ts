import {
  type DemandFactors,
  type ExpectedDemand,
  isLowStock,
  type LotBatch,
  needsRestock,
} from '@mms/contracts'

/** A medicine as far as its demand is predicted. */
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

/** Whether more is expected to be wanted than there is unexpired. */
export const isShort = (expected: ExpectedDemand | null | undefined, unexpired: number): boolean =>
  !!expected && expected.units > unexpired

/** What of a medicine's stock and demand decides whether it needs restocking. */
export interface Cover {
  unexpired: number
  /** What the form says of the season and the climate. */
  multiplier: number
  /** What the sales say; null without history. */
  expected: ExpectedDemand | null
}

/**
 * Whether more is needed. Where there is a forecast, it decides, with the minimum as it is: the season is in it, and the
 * multiplier is only what the form expects. Else the minimum times the multiplier does.
 */
export function needsMore(
  { minStockLevel }: Pick<PredictedMedicine, 'minStockLevel'>,
  { unexpired, multiplier, expected }: Cover,
): boolean {
  const stock = { currentStock: unexpired, minStockLevel }
  return expected ? isLowStock(stock) || isShort(expected, unexpired) : needsRestock(stock, multiplier)
}
