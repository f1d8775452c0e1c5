import type { Compared, StockMovement } from '@mms/contracts'

/** A change in percent, one decimal; null where there was nothing before. */
export function changePercent(value: number, previous: number): number | null {
  if (previous === 0) return null
  return Math.round(((value - previous) / Math.abs(previous)) * 1_000) / 10
}

/** A figure beside that of the period before, of which everything `isRecorded`, or a comparison would mislead. */
export const compared = (value: number, previous: number, isRecorded: boolean): Compared => ({
  value,
  previous,
  changePercent: isRecorded ? changePercent(value, previous) : null,
})

/** Everything added and removed of a medicine up to a day. */
export interface RunningTotals {
  added: number
  removed: number
}

/** How often the stock was turned over: removed ÷ the mean of initial and current stock; null where there was none. */
export function turnoverRate({
  removed,
  initialStock,
  currentStock,
}: Pick<StockMovement, 'removed' | 'initialStock' | 'currentStock'>): number | null {
  const mean = (initialStock + currentStock) / 2
  return mean > 0 ? Math.round((removed / mean) * 100) / 100 : null
}

/** What a period did to a stock: initialStock + added − removed = currentStock, since all come from the same totals. */
export function movementBetween(start: RunningTotals, end: RunningTotals) {
  const initialStock = start.added - start.removed
  const currentStock = end.added - end.removed
  const added = end.added - start.added
  const removed = end.removed - start.removed
  const rate = turnoverRate({ removed, initialStock, currentStock })
  return { initialStock, added, removed, currentStock, turnoverRate: rate }
}

/** Paise by type as an owner reads them, each as what adds up to it: what customers paid less what they got back, and that by itself. */
export function moneyOf(paise: ReadonlyMap<string, number>) {
  const [refunds, purchases] = [paise.get('return') ?? 0, paise.get('purchase') ?? 0]
  return { sales: [paise.get('sale') ?? 0, -refunds], refunds: [refunds], purchases: [purchases] }
}
