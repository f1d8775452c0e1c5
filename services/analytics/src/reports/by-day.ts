import { addDays, type Report } from '@mms/contracts'
import type { DayChange } from '../stock/stock-days.ts'
import { type Days, monthsIn, type Period } from './period.ts'

export function stockByMonth(totals: DayChange[], days: Days): Report['stockHistory'] {
  const rows = new Map(monthsIn(days).map((month) => [month, { month, added: 0, removed: 0 }]))
  for (const { day, added, removed } of totals) {
    const row = day >= days.startDate && day <= days.endDate && rows.get(day.slice(0, 7))
    if (!row) continue
    row.added += added
    row.removed += removed
  }
  return [...rows.values()]
}

/**
 * Averages end-of-day stock over the period and the previous one. `before`: stock at the start of the previous period.
 */
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
  days: Days,
): AlertMonth[] {
  const empty = { lowStock: 0, expiry: 0, highDemand: 0, other: 0 }
  const rows = new Map(monthsIn(days).map((month) => [month, { month, ...empty }]))
  for (const { day, type, raised } of alerts) {
    const row = rows.get(day.slice(0, 7))
    if (row) row[kinds[type] ?? 'other'] += raised
  }
  return [...rows.values()]
}
