import type { Compared, StockMovement } from '@mms/contracts'

/** One decimal; null if `previous` is 0. */
export function changePercent(value: number, previous: number): number | null {
  if (previous === 0) return null
  return Math.round(((value - previous) / Math.abs(previous)) * 1_000) / 10
}

export const compared = (value: number, previous: number, isRecorded: boolean): Compared => ({
  value,
  previous,
  changePercent: isRecorded ? changePercent(value, previous) : null,
})

export interface RunningTotals {
  added: number
  removed: number
}

/** Removed ÷ the mean of initial and current stock; null without stock. */
export function turnoverRate({
  removed,
  initialStock,
  currentStock,
}: Pick<StockMovement, 'removed' | 'initialStock' | 'currentStock'>): number | null {
  const mean = (initialStock + currentStock) / 2
  return mean > 0 ? Math.round((removed / mean) * 100) / 100 : null
}

/** initialStock + added − removed = currentStock, because all come from the same totals. */
export function movementBetween(start: RunningTotals, end: RunningTotals) {
  const initialStock = start.added - start.removed
  const currentStock = end.added - end.removed
  const added = end.added - start.added
  const removed = end.removed - start.removed
  const rate = turnoverRate({ removed, initialStock, currentStock })
  return { initialStock, added, removed, currentStock, turnoverRate: rate }
}

/** Terms in paise that add up to each figure; sales are net of refunds. */
export function moneyOf(paise: ReadonlyMap<string, number>) {
  const [refunds, purchases] = [paise.get('return') ?? 0, paise.get('purchase') ?? 0]
  return { sales: [paise.get('sale') ?? 0, -refunds], refunds: [refunds], purchases: [purchases] }
}
