import {
  type Lot,
  lotsOf,
  monthAfter,
  packPriceOf,
  type Report,
  type ReportQuery,
  rupeesToPaise,
  unitsByExpiry,
} from '@mms/contracts'
import { createVersionedCache, Reply, rupeesOfSum } from '@mms/service-kit'
import type { StoreConditions } from '../conditions/rules.ts'
import { jsonWith, writeList } from '../demand/json-part.ts'
import { expectedDemandOf, oldestForecast } from '../demand/need.ts'
import { lotPaise, packPriceIn } from '../demand/stock-cover.ts'
import { dataVersion, keptVersions } from '../due/store.ts'
import { createMedicineStore, type Medicine } from '../medicines/store.ts'
import type { FigureSources } from '../options.ts'
import { createDemandStore } from '../trade/store.ts'
import { compareDemand } from './demand-comparison.ts'
import {
  alertsByMonth,
  averageStock,
  compareFigures,
  movementBetween,
  type RunningTotals,
  stockByMonth,
  tradedAmountsOf,
} from './figures.ts'
import { type Period, reportPeriodOf } from './period.ts'
import { recommendActions } from './recommendations.ts'
import { createReportStore } from './store.ts'
import { createPastTotals } from './totals-store.ts'

const SLOW_MONTHS = 3

type Totals = ReadonlyMap<string, RunningTotals>
const nothing: RunningTotals = { added: 0, removed: 0 }

/**
 * Values units in paise. `priceOf` returns the pack price of a lot in rupees, or that of the medicine for units without
 * a lot.
 */
function paiseOf(medicine: Medicine, units: number, priceOf: (lot?: Lot) => number): number {
  let left = units
  let ofPacks = 0
  for (const lot of lotsOf(medicine)) {
    const taken = Math.max(0, Math.min(left, lot.units))
    ofPacks += taken * rupeesToPaise(priceOf(lot))
    left -= taken
  }
  return Math.round((ofPacks + left * rupeesToPaise(priceOf())) / medicine.packSize)
}

/** Unknown costs count as zero. */
const packCostIn =
  ({ packSize, packCost: ofMedicine }: Medicine) =>
  ({ costPrice, packCost }: Partial<Lot> = {}) =>
    costPrice === undefined ? ofMedicine : packPriceOf(packCost ?? ofMedicine, costPrice, packSize)

const rupeesOf = (medicines: Medicine[], unitsOf: (medicine: Medicine) => number): number =>
  rupeesOfSum(medicines.map((each) => paiseOf(each, unitsOf(each), packPriceIn(each))))

const expiryValue = (state: 'expired' | 'expiring', medicines: Medicine[], today: string): number =>
  rupeesOfSum(
    medicines.flatMap((medicine) =>
      lotsOf(medicine).map((lot) => lotPaise(medicine, lot, unitsByExpiry([lot], today)[state])),
    ),
  )

const unitsIn =
  (totals: Totals) =>
  ({ id }: Medicine): number => {
    const { added, removed } = totals.get(id) ?? nothing
    return added - removed
  }

/** Sums known costs only; unknown ones are not estimated. */
function stockCost(medicines: Medicine[], totals: Totals): Report['summary']['inventoryCost'] {
  const unitsOf = unitsIn(totals)
  const stocked = medicines.filter((each) => unitsOf(each) > 0)
  const costedUnits = (each: Medicine) =>
    lotsOf(each).reduce((sum, { units, costPrice }) => sum + (costPrice === undefined ? 0 : units), 0)
  const isCosted = (each: Medicine) => each.costPrice !== null || costedUnits(each) >= unitsOf(each)
  return {
    value: rupeesOfSum(stocked.map((each) => paiseOf(each, unitsOf(each), packCostIn(each)))),
    costed: stocked.filter(isCosted).length,
    medicines: stocked.length,
  }
}

/** Deleted medicines are listed only if they had stock in the period. */
function movementsOf(medicines: Medicine[], start: Totals, end: Totals): Report['movements'] {
  return medicines.flatMap((each) => {
    const { id, name, category, deleted, unitPrice, costPrice, expiryDate } = each
    const movement = movementBetween(start.get(id) ?? nothing, end.get(id) ?? nothing)
    const isGone = deleted && movement.initialStock === 0 && movement.added === 0
    const value = rupeesOf([each], () => movement.currentStock)
    const worth = { unitPrice, value, ...(costPrice !== null && { costPrice }), expiryDate }
    const marked = deleted ? { deleted: true as const } : {}
    return isGone ? [] : [{ _id: id, medicine: name, category, ...marked, ...movement, ...worth }]
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
      value: rupeesOf(own, ({ currentStock }) => currentStock),
    }))
}
async function readAll<Parts extends Record<string, Promise<unknown>>>(parts: Parts) {
  const read = Object.entries(parts).map(async ([name, part]) => [name, await part])
  return Object.fromEntries(await Promise.all(read)) as { [Name in keyof Parts]: Awaited<Parts[Name]> }
}

function createReader({ db, listForecasts }: FigureSources) {
  const store = createReportStore(db)
  const demand = createDemandStore(db)
  const past = createPastTotals(db)
  return async (period: Period, today: string) => {
    const { previous, ...days } = period
    const since = monthAfter(today, -SLOW_MONTHS)
    // Read before the data that is cached under these versions.
    const versions = await keptVersions(db)
    const totalsAt = past(versions.past, today)
    const read = await readAll({
      medicines: createMedicineStore(db).list(),
      recordedSince: store.firstDay(),
      start: totalsAt(previous.endDate),
      before: store.stockBefore(previous.startDate),
      totals: store.listTotals({ startDate: previous.startDate, endDate: days.endDate }),
      traded: store.paiseByType(days),
      tradedBefore: store.paiseByType(previous),
      demand: demand.listSince(monthAfter(today, 0)),
      soldIds: demand.listConsumed(since),
      forecasts: listForecasts(versions.forecasts),
      alerts: store.listAlerts(days),
    })
    // Medicine rows contain their current totals.
    const now = () => new Map(read.medicines.map((each) => [each.id, each]))
    const end: Totals = days.endDate === today ? now() : await totalsAt(days.endDate)
    return { ...read, end, since }
  }
}
type ReadFigures = ReturnType<typeof createReader>
type Figures = Awaited<ReturnType<ReadFigures>>

function summarize(period: Period, figures: Figures, today: string): Report['summary'] {
  const { medicines, recordedSince, start, end, before, totals, traded, tradedBefore } = figures
  const { startDate, endDate } = period.previous
  const isRecordedOn = (day: string) => recordedSince !== null && recordedSince <= day
  const [average, averageBefore] = averageStock(before, totals, period)
  const present = medicines.filter(({ deleted }) => !deleted)
  const [during, earlier] = [tradedAmountsOf(traded), tradedAmountsOf(tradedBefore)]
  const stockValue = (all: Totals) => rupeesOf(medicines, unitsIn(all))
  const money = (name: keyof typeof during) =>
    compareFigures(rupeesOfSum(during[name]), rupeesOfSum(earlier[name]), isRecordedOn(startDate))
  return {
    inventoryValue: compareFigures(stockValue(end), stockValue(start), isRecordedOn(endDate)),
    inventoryCost: stockCost(medicines, end),
    sales: money('sales'),
    refunds: money('refunds'),
    purchases: money('purchases'),
    averageStock: compareFigures(average, averageBefore, isRecordedOn(startDate)),
    expiredValue: expiryValue('expired', present, today),
    expiringValue: expiryValue('expiring', present, today),
  }
}

const KEPT = 6

async function computeReport(readFigures: ReadFigures, conditions: StoreConditions, period: Period) {
  const today = conditions.date
  const figures = await readFigures(period, today)
  const { start, end, totals, demand, soldIds, forecasts, alerts, since, recordedSince } = figures
  const medicines = figures.medicines.filter(({ deleted }) => !deleted)
  const { previous, ...days } = period
  const computed = {
    period: days,
    previousPeriod: previous,
    recordedSince,
    categories: categoriesOf(medicines),
    stockHistory: stockByMonth(totals, period),
    alertsOverTime: alerts && alertsByMonth(alerts, period),
    forecastsMadeOn: oldestForecast(forecasts.values()),
    demandComparison: compareDemand({ medicines, demand, forecasts, date: today }),
    summary: summarize(period, figures, today),
    recommendations: recommendActions({
      medicines,
      conditions,
      soldIds,
      since,
      expect: ({ id }) => expectedDemandOf(forecasts.get(id)),
    }),
  }
  return { figures: computed, movements: writeList(movementsOf(figures.medicines, start, end)) }
}

/** Builds reports from daily sums, so that they do not get slower with more transactions. Cached until data changes. */
export function createReportService(sources: FigureSources) {
  const { db, findConditions, readAges, clock } = sources
  const readFigures = createReader(sources)
  const cached = createVersionedCache<Awaited<ReturnType<typeof computeReport>>>(KEPT)
  return async function report(query: ReportQuery): Promise<Reply<Report>> {
    const version = await dataVersion(db)
    const conditions = await findConditions()
    const period = reportPeriodOf(query, conditions.date)
    const key = JSON.stringify([period, conditions])
    const { figures, movements } = await cached(version, key, () =>
      computeReport(readFigures, conditions, period),
    )
    const rest = {
      ...figures,
      store: { city: conditions.city, timeZone: clock.timeZone, currency: 'INR' as const },
      generatedAt: clock.now().toISOString(),
      dataAge: await readAges(),
    }
    return new Reply({ ...rest, movements: movements.list }, { json: jsonWith(rest, 'movements', movements) })
  }
}
