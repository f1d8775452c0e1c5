import type { Report } from '@mms/contracts'
import type { StoreConditions } from '../conditions/service.ts'
import { createDemandModel, daysInMonth, type MonthDemand, monthFrom } from '../demand/demand-model.ts'
import type { Medicine } from '../facts/medicine-store.ts'

interface Row {
  thisMonthSoFar: number
  thisMonth: number | null
  nextMonth: number | null
}

const empty: Row = { thisMonthSoFar: 0, thisMonth: null, nextMonth: null }
const addKnown = (a: number | null, b: number | null) =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0)
const round = (value: number | null) => value && Math.round(value * 10) / 10

/**
 * Units by category: this month so far, what the whole month comes to when its remaining days go as expected, and what
 * is expected of the next (`createDemandModel`).
 */
export function compareDemand(
  medicines: Pick<Medicine, 'id' | 'category' | 'factors'>[],
  demand: MonthDemand[],
  conditions: Pick<StoreConditions, 'place' | 'settings' | 'date' | 'season' | 'climate'>,
): Report['demandComparison'] {
  const { date } = conditions
  const [thisMonth, nextMonth] = [monthFrom(date, 0), monthFrom(date, 1)]
  const model = createDemandModel(conditions, demand)
  const left = 1 - Number(date.slice(8)) / daysInMonth(thisMonth)
  const rows = new Map<string, Row>()
  for (const medicine of medicines) {
    const soFar = model.soFar(medicine)
    const whole = model.expectedIn(medicine, thisMonth)
    const row = rows.get(medicine.category) ?? empty
    rows.set(medicine.category, {
      thisMonthSoFar: row.thisMonthSoFar + soFar,
      thisMonth: addKnown(row.thisMonth, whole === null ? null : soFar + whole * left),
      nextMonth: addKnown(row.nextMonth, model.expectedIn(medicine, nextMonth)),
    })
  }
  return [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, row]) => ({
      ...{ category, thisMonthSoFar: row.thisMonthSoFar },
      ...{ thisMonth: round(row.thisMonth), nextMonth: round(row.nextMonth) },
    }))
}
