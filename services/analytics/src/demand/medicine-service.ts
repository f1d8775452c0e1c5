import {
  type Lot,
  lotsOf,
  type MedicineDemand,
  type ShownPastPeriod,
  type ShownPeriodForecast,
  type StockAtRisk,
  unexpiredUnits,
} from '@mms/contracts'
import {
  AMC_MONTHS,
  averageMonthlyConsumption,
  dateOfDay,
  dayNumber,
  monthsOfStock,
  periodStart,
} from '@mms/forecast'
import { problem } from '@mms/service-kit'
import { createDayStore } from '../forecasts/day-store.ts'
import { createDemandUntil } from '../forecasts/demand-ahead.ts'
import type { ForecastDetail, PeriodForecast } from '../forecasts/detail.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { type DayFacts, type PastPeriod, pastPeriods } from '../forecasts/history.ts'
import { createMedicineStore, type Medicine } from '../medicines/store.ts'
import type { FigureSources } from '../options.ts'
import { expectedDemandOf } from './need.ts'
import { createPredictor } from './prediction.ts'
import { stockAtRiskOf, suggestedOrderOf } from './stock-cover.ts'

const WEEKS = 104
const MONTHS = 36

const round = (value: number) => Math.round(value * 100) / 100

const shownPeriod =
  (kind: 'week' | 'month') =>
  ({ period, corrected, ...rest }: PastPeriod): ShownPastPeriod => ({
    start: dateOfDay(periodStart(kind, period)),
    ...rest,
    corrected: corrected && round(corrected),
  })

function shownForecast(forecast: PeriodForecast): ShownPeriodForecast {
  const { kind, origin, mean, factors, low80, high80, low95, high95, ...rest } = forecast
  const points = mean.map((units, index) => ({
    start: dateOfDay(periodStart(kind, origin + index)),
    units,
    factor: factors[index] as number,
    low80: low80[index] as number,
    high80: high80[index] as number,
    low95: low95[index] as number,
    high95: high95[index] as number,
  }))
  return { ...rest, points }
}

function consumptionOf(months: PastPeriod[]): MedicineDemand['consumption'] {
  const averaged = months.slice(-AMC_MONTHS)
  const perMonth = averageMonthlyConsumption(averaged.map(({ corrected }) => corrected ?? Number.NaN))
  return {
    perMonth: Number.isNaN(perMonth) ? null : round(perMonth),
    months: averaged.map(shownPeriod('month')),
  }
}

function pastOf(facts: DayFacts, today: string) {
  const [weeks, months] = [pastPeriods(facts, today, 'week'), pastPeriods(facts, today, 'month')]
  return {
    recordedSince: facts.firstDay,
    history: {
      weeks: weeks.slice(-WEEKS).map(shownPeriod('week')),
      months: months.slice(-MONTHS).map(shownPeriod('month')),
    },
    consumption: consumptionOf(months),
    hasHistory: weeks.some(({ corrected }) => corrected !== null),
  }
}

function forecastParts(madeOn: string | undefined, detail: ForecastDetail | null, hasHistory: boolean) {
  if (!detail || !madeOn)
    return { forecastState: hasHistory ? ('pending' as const) : ('no-history' as const), forecast: null }
  const { weeks, months } = detail
  const forecast = { madeOn, weeks: shownForecast(weeks), months: months && shownForecast(months) }
  return { forecastState: 'made' as const, forecast }
}

const shownMedicine = (medicine: Medicine) => ({
  _id: medicine.id,
  medicine: medicine.name,
  category: medicine.category,
  ...(medicine.deleted && { deleted: true as const }),
  currentStock: medicine.deleted ? 0 : medicine.currentStock,
  minStockLevel: medicine.minStockLevel,
  unitPrice: medicine.unitPrice,
})

function usableOf(medicine: Parameters<typeof lotsOf>[0]): { lots: Lot[]; held: number } {
  const lots = lotsOf(medicine)
  const held = lots.reduce((sum, { units, isHeld }) => sum + (isHeld ? units : 0), 0)
  return { lots: lots.filter(({ isHeld }) => !isHeld), held }
}

export function createMedicineDemand({ db, findConditions, readAges }: FigureSources) {
  return async function findDemand(id: string): Promise<MedicineDemand> {
    const conditions = await findConditions()
    const { date: today, settings, season, climate } = conditions
    const [medicine, facts, made, dataAge] = await Promise.all([
      createMedicineStore(db).find(id),
      createDayStore(db).find(id),
      createForecastStore(db).find(id),
      readAges(),
    ])
    if (!medicine) throw problem.notFound('analytics.medicine_not_found', 'Medicine not found')
    const { hasHistory, ...past } = pastOf(facts, today)
    const detail = made?.detail ?? null
    const shown = shownMedicine(medicine)
    const predict = createPredictor(conditions, () => expectedDemandOf(made?.listed))
    const prediction = predict({ ...medicine, ...shown })
    const demandUntil = detail && createDemandUntil(detail, dayNumber(today))
    const { lots, held } = usableOf({ ...medicine, currentStock: shown.currentStock })
    const expiry = stockAtRiskOf(lots, medicine, demandUntil, today)
    const multiplier = prediction.predictedDemandMultiplier
    const usableStock = unexpiredUnits(lots, today)
    const cover = monthsOfStock(usableStock, past.consumption.perMonth ?? 0)
    return {
      ...shown,
      usableStock,
      date: today,
      currentSeason: season,
      currentClimate: climate,
      dataAge,
      prediction,
      ...past,
      ...forecastParts(made?.listed.madeOn, detail, hasHistory),
      monthsOfStock: cover === undefined ? null : round(cover),
      expiry,
      order: medicine.deleted
        ? null
        : suggestedOrderOf({
            medicine: { ...medicine, currentStock: medicine.currentStock - held },
            multiplier,
            settings,
            detail,
            demandUntil,
            lots: expiry.lots,
            today,
          }),
    }
  }
}
type Lots = StockAtRisk['lots']

function byDate(
  lots: readonly { expiryDate: string | null; units: number; unitsAtRisk: number | null }[],
): Lots {
  const dates = new Map<string, Lots[number]>()
  for (const { expiryDate, units, unitsAtRisk } of lots) {
    if (expiryDate === null) continue
    const before = dates.get(expiryDate)
    const risk = unitsAtRisk === null ? null : (before?.unitsAtRisk ?? 0) + unitsAtRisk
    dates.set(expiryDate, { expiryDate, units: (before?.units ?? 0) + units, unitsAtRisk: risk })
  }
  return [...dates.values()]
}

export async function findAtRisk(
  { db, findConditions }: FigureSources,
  ids: readonly string[],
): Promise<StockAtRisk[]> {
  const { date: today } = await findConditions()
  const [medicines, details] = await Promise.all([
    createMedicineStore(db).findSome(ids),
    createForecastStore(db).findDetails(ids),
  ])
  return medicines.map((medicine) => {
    const detail = details.get(medicine.id)
    const demandUntil = detail ? createDemandUntil(detail, dayNumber(today)) : null
    const { lots } = stockAtRiskOf(usableOf(medicine).lots, medicine, demandUntil, today)
    return { _id: medicine.id, lots: byDate(lots) }
  })
}
