import {
  expiryUnits,
  lotsOf,
  paiseToRupees,
  type Report,
  type ReportQuery,
  rupeesToPaise,
} from '@mms/contracts'
import type { Knex } from 'knex'
import { monthFrom } from '../conditions/months.ts'
import type { FindConditions, StoreConditions } from '../conditions/service.ts'
import { expectedDemandOf, oldestOf } from '../demand/expectations.ts'
import type { Ages } from '../facts/ages.ts'
import { createDemandStore } from '../facts/demand-store.ts'
import { createMedicineStore, type Medicine } from '../facts/medicine-store.ts'
import { createUnchanged } from '../facts/unchanged.ts'
import { dataVersion } from '../facts/version-store.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { alertsByMonth, averageStock, stockByMonth } from './by-day.ts'
import { compareDemand } from './demand-comparison.ts'
import { compared, movementBetween, type RunningTotals } from './figures.ts'
import { type Period, periodOf } from './period.ts'
import { recommend } from './recommendations.ts'
import { createReportStore } from './store.ts'

export interface ReportOptions {
  db: Knex
  findConditions: FindConditions
  ages: Pick<Ages, 'read'>
  timeZone: string
  now: () => Date
}

/** Stock of which nothing was sold in so many whole months and this one is slow. */
const SLOW_MONTHS = 3

type Totals = Map<string, RunningTotals>
const nothing: RunningTotals = { added: 0, removed: 0 }

/** What the stock of these totals is worth at today's prices, in rupees. */
function stockValue(medicines: Medicine[], totals: Totals): number {
  const paise = medicines.reduce((sum, { id, unitPrice }) => {
    const { added, removed } = totals.get(id) ?? nothing
    return sum + (added - removed) * rupeesToPaise(unitPrice)
  }, 0)
  return paiseToRupees(paise)
}

/** A line for each medicine; for a deleted one only where the period knew it. */
function movementsOf(medicines: Medicine[], start: Totals, end: Totals): Report['movements'] {
  return medicines.flatMap(({ id, name, category, deleted }) => {
    const movement = movementBetween(start.get(id) ?? nothing, end.get(id) ?? nothing)
    const isGone = deleted && movement.initialStock === 0 && movement.added === 0
    const marked = deleted ? { deleted: true as const } : {}
    return isGone ? [] : [{ _id: id, medicine: name, category, ...marked, ...movement }]
  })
}

function categoriesOf(medicines: Medicine[]): Report['categories'] {
  const byCategory = Map.groupBy(medicines, ({ category }) => category)
  return [...byCategory]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, own]) => ({
      category,
      medicines: own.length,
      units: own.reduce((sum, { currentStock }) => sum + currentStock, 0),
      value: paiseToRupees(
        own.reduce((sum, { currentStock, unitPrice }) => sum + currentStock * rupeesToPaise(unitPrice), 0),
      ),
    }))
}

/** What expired and expiring stock is worth, in rupees. */
function expiryValues(medicines: Medicine[], today: string) {
  const sum = (kind: 'expired' | 'expiring') =>
    paiseToRupees(
      medicines.reduce(
        (total, medicine) =>
          total + expiryUnits(lotsOf(medicine), today)[kind] * rupeesToPaise(medicine.unitPrice),
        0,
      ),
    )
  return { expiredValue: sum('expired'), expiringValue: sum('expiring') }
}

const nowTotals = (medicines: Medicine[]): Totals =>
  new Map(medicines.map(({ id, added, removed }) => [id, { added, removed }]))

/** Everything that a report is made from. */
async function readFigures(db: Knex, period: Period, today: string) {
  const store = createReportStore(db)
  const { previous, ...days } = period
  const since = monthFrom(today, -SLOW_MONTHS)
  const [medicines, recordedSince, start, before, totals, sales, salesBefore, demand, forecasts, alerts] =
    await Promise.all([
      createMedicineStore(db).list(),
      store.firstDay(),
      store.totalsAt(previous.endDate),
      store.stockBefore(previous.startDate),
      store.listTotals({ startDate: previous.startDate, endDate: days.endDate }),
      store.salesPaise(days),
      store.salesPaise(previous),
      createDemandStore(db).listSince(since),
      createForecastStore(db).list(),
      store.listAlerts(days),
    ])
  const end = days.endDate === today ? nowTotals(medicines) : await store.totalsAt(days.endDate)
  const read = { medicines, recordedSince, start, end, before, totals, sales, salesBefore, demand }
  return { ...read, forecasts, alerts, since }
}
type Figures = Awaited<ReturnType<typeof readFigures>>

function summarize(period: Period, figures: Figures, today: string): Report['summary'] {
  const { medicines, recordedSince, start, end, before, totals, sales, salesBefore } = figures
  const { startDate, endDate } = period.previous
  const isRecordedOn = (day: string) => recordedSince !== null && recordedSince <= day
  const [average, averageBefore] = averageStock(before, totals, period)
  const present = medicines.filter(({ deleted }) => !deleted)
  return {
    inventoryValue: compared(stockValue(medicines, end), stockValue(medicines, start), isRecordedOn(endDate)),
    sales: compared(paiseToRupees(sales), paiseToRupees(salesBefore), isRecordedOn(startDate)),
    averageStock: compared(average, averageBefore, isRecordedOn(startDate)),
    ...expiryValues(present, today),
  }
}

/** Reports that are kept: those that a store looks at in a day. */
const KEPT = 6

/** What of a report depends on the data alone. */
async function computeReport(
  db: Knex,
  conditions: StoreConditions,
  period: Period,
): Promise<Omit<Report, 'generatedAt' | 'dataAge' | 'store'>> {
  const today = conditions.date
  const figures = await readFigures(db, period, today)
  const { start, end, totals, demand, forecasts, alerts, since, recordedSince } = figures
  const medicines = figures.medicines.filter(({ deleted }) => !deleted)
  const soldIds = new Set(demand.filter(({ consumed }) => consumed > 0).map(({ medicineId }) => medicineId))
  const { previous, ...days } = period
  return {
    period: days,
    previousPeriod: previous,
    recordedSince,
    categories: categoriesOf(medicines),
    stockHistory: stockByMonth(totals, period),
    alertsOverTime: alerts && alertsByMonth(alerts, period),
    forecastsMadeOn: oldestOf(forecasts.values()),
    demandComparison: compareDemand({ medicines, demand, forecasts, date: today }),
    summary: summarize(period, figures, today),
    recommendations: recommend({
      ...{ medicines, conditions, soldIds, since },
      expect: ({ id }) => expectedDemandOf(forecasts.get(id)),
    }),
    movements: movementsOf(figures.medicines, start, end),
  }
}

/**
 * The report of a period, from daily aggregates only: its cost does not grow with the number of transactions. While
 * nothing changes that it is made from, it is computed once.
 */
export function createReportService(options: ReportOptions) {
  const { db, findConditions, ages, timeZone, now } = options
  const unchanged = createUnchanged<Awaited<ReturnType<typeof computeReport>>>(KEPT)
  return async function report(query: ReportQuery): Promise<Report> {
    const version = await dataVersion(db)
    const conditions = await findConditions()
    const period = periodOf(query, conditions.date)
    const key = JSON.stringify([period, conditions])
    const computed = await unchanged(version, key, () => computeReport(db, conditions, period))
    return {
      ...computed,
      store: { city: conditions.city, timeZone, currency: 'INR' },
      generatedAt: now().toISOString(),
      dataAge: await ages.read(),
    }
  }
}
export type MakeReport = ReturnType<typeof createReportService>
