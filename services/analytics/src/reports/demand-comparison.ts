import { daysInMonth, monthAfter, monthsBetween, type Report } from '@mms/contracts'
import type { ListedForecast } from '../forecasts/make.ts'
import type { Medicine } from '../medicines/store.ts'
import type { MonthDemand } from '../trade/store.ts'

const addKnown = (a: number | null, b: number | null) =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0)
const round = (value: number | null) => value && Math.round(value * 10) / 10

export interface DemandFigures {
  medicines: Pick<Medicine, 'id' | 'category'>[]
  demand: MonthDemand[]
  forecasts: ReadonlyMap<string, Pick<ListedForecast, 'madeOn' | 'months'>>
  date: string
}

/**
 * Compares units by category: this month so far, this month as forecast, and next month. This month is net of returns
 * and may be negative. Medicines without history do not add to forecasts.
 */
export function compareDemand({
  medicines,
  demand,
  forecasts,
  date,
}: DemandFigures): Report['demandComparison'] {
  const [thisMonth, nextMonth] = [monthAfter(date, 0), monthAfter(date, 1)]
  const left = 1 - Number(date.slice(8)) / daysInMonth(thisMonth)
  const used = new Map(
    demand.flatMap((each) => (each.month === thisMonth ? [[each.medicineId, each.consumed]] : [])),
  )
  const expectedIn = (id: string, month: string): number | null => {
    const forecast = forecasts.get(id)
    return forecast?.months?.[monthsBetween(forecast.madeOn, month)] ?? null
  }
  const rows = new Map<string, Omit<Report['demandComparison'][number], 'category'>>()
  for (const { id, category } of medicines) {
    const soFar = used.get(id) ?? 0
    const whole = expectedIn(id, thisMonth)
    const row = rows.get(category) ?? { thisMonthSoFar: 0, thisMonth: null, nextMonth: null }
    rows.set(category, {
      thisMonthSoFar: row.thisMonthSoFar + soFar,
      thisMonth: addKnown(row.thisMonth, whole === null ? null : soFar + whole * left),
      nextMonth: addKnown(row.nextMonth, expectedIn(id, nextMonth)),
    })
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, { thisMonthSoFar, thisMonth: whole, nextMonth: next }]) => ({
      category,
      thisMonthSoFar,
      thisMonth: round(whole),
      nextMonth: round(next),
    }))
}
