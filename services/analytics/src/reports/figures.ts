import { addDays, type ComparedFigure, type Report, type StockMovement } from '@mms/contracts'
import type { DayChange } from '../stock/stock-days.ts'
import { type DateRange, monthsIn, type Period } from './period.ts'

/** Rounded to one decimal; null if `previous` is 0. */
export function changePercent(value: number, previous: number): number | null {
  if (previous === 0) return null
  return Math.round(((value - previous) / Math.abs(previous)) * 1_000) / 10
}

export const compareFigures = (value: number, previous: number, isRecorded: boolean): ComparedFigure => ({
  value,
  previous,
  changePercent: isRecorded ? changePercent(value, previous) : null,
})

export interface RunningTotals {
  added: number
  removed: number
}

/** Removed units ÷ mean of initial and current stock; null without stock. */
export function turnoverRate({
  removed,
  initialStock,
  currentStock,
}: Pick<StockMovement, 'removed' | 'initialStock' | 'currentStock'>): number | null {
  const mean = (initialStock + currentStock) / 2
  return mean > 0 ? Math.round((removed / mean) * 100) / 100 : null
}

/** All values come from the same totals, so initialStock + added − removed = currentStock. */
export function movementBetween(start: RunningTotals, end: RunningTotals) {
  const initialStock = start.added - start.removed
  const currentStock = end.added - end.removed
  const added = end.added - start.added
  const removed = end.removed - start.removed
  const rate = turnoverRate({ removed, initialStock, currentStock })
  return { initialStock, added, removed, currentStock, turnoverRate: rate }
}

/** Each figure as a list of amounts to add, in paise. Sales are net of refunds. */
export function tradedAmountsOf(paise: ReadonlyMap<string, number>) {
  const [refunds, purchases] = [paise.get('return') ?? 0, paise.get('purchase') ?? 0]
  return { sales: [paise.get('sale') ?? 0, -refunds], refunds: [refunds], purchases: [purchases] }
}

export function stockByMonth(totals: DayChange[], days: DateRange): Report['stockHistory'] {
  const rows = new Map(monthsIn(days).map((month) => [month, { month, added: 0, removed: 0 }]))
  for (const { day, added, removed } of totals) {
    const row = day >= days.startDate && day <= days.endDate && rows.get(day.slice(0, 7))
    if (!row) continue
    row.added += added
    row.removed += removed
  }
  return [...rows.values()]
}

/** Average end-of-day stock of the period and of the previous one. `before` is the stock when the latter starts. */
export function averageStock(
  before: number,
  totals: DayChange[],
  { previous, ...period }: Period,
): [number, number] {
  const changes = new Map(totals.map(({ day, added, removed }) => [day, added - removed]))
  const sums = { before: 0, during: 0 }
  let stock = before
  for (let day = previous.startDate; day <= period.endDate; day = addDays(day, 1)) {
    stock += changes.get(day) ?? 0
    sums[day < period.startDate ? 'before' : 'during'] += stock
  }
  const mean = (sum: number) => Math.round((sum / period.days) * 10) / 10
  return [mean(sums.during), mean(sums.before)]
}

type AlertMonth = NonNullable<Report['alertsOverTime']>[number]
const kinds: Record<string, Exclude<keyof AlertMonth, 'month'>> = {
  low_stock: 'lowStock',
  expiry: 'expiry',
  expired: 'expiry',
  return_to_distributor: 'expiry',
  high_demand_predicted: 'highDemand',
}

export function alertsByMonth(
  alerts: { day: string; type: string; raised: number }[],
  days: DateRange,
): AlertMonth[] {
  const empty = { lowStock: 0, expiry: 0, highDemand: 0, other: 0 }
  const rows = new Map(monthsIn(days).map((month) => [month, { month, ...empty }]))
  for (const { day, type, raised } of alerts) {
    const row = rows.get(day.slice(0, 7))
    if (row) row[kinds[type] ?? 'other'] += raised
  }
  return [...rows.values()]
}
