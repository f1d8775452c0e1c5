import {
  type ClimateDemand,
  type ClimatePrediction,
  type DemandOutlook,
  monthAfter,
  recommendedOf,
} from '@mms/contracts'
import { createVersionedCache, Reply } from '@mms/service-kit'
import type { Knex } from 'knex'
import { normalConditions, type StoreConditions } from '../conditions/rules.ts'
import { dataVersion, keptVersions } from '../due/store.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { createRunStore } from '../forecasts/run-store.ts'
import { createMedicineStore, type Medicine } from '../medicines/store.ts'
import type { FigureSources } from '../options.ts'
import { createDemandStore } from '../trade/store.ts'
import { highRiskCategories } from './high-risk.ts'
import { jsonWith, type WrittenList, writeList } from './json-part.ts'
import { expectedDemandOf } from './need.ts'
import { MEAN_MONTHS, outlookOf } from './outlook.ts'
import { createPredictor } from './prediction.ts'

/** Returns no months until all forecasts are made, because the sum would cover only a part of the store. */
async function forecastsOfAll(db: Knex, medicines: Medicine[], used: ReadonlySet<string>) {
  const forecasts = createForecastStore(db)
  const made = new Set(await forecasts.listIds())
  const isWhole = medicines.every(({ id }) => made.has(id) || !used.has(id))
  return isWhole ? forecasts.monthTotals() : []
}

export function createDemandService({ db, findConditions, readAges, listForecasts }: FigureSources) {
  const medicineStore = createMedicineStore(db)
  const cached = createVersionedCache<WrittenList<ClimatePrediction>>(1)
  const cachedOutlook = createVersionedCache<DemandOutlook['months']>(1)

  async function predictAll(conditions: StoreConditions): Promise<WrittenList<ClimatePrediction>> {
    const versions = await keptVersions(db)
    const [medicines, forecasts] = await Promise.all([
      medicineStore.list(),
      listForecasts(versions.forecasts),
    ])
    const predict = createPredictor(conditions, ({ id }) => expectedDemandOf(forecasts.get(id)))
    const predictions = medicines.filter(({ deleted }) => !deleted).map(predict)
    predictions.sort((a, b) => b.predictedDemandMultiplier - a.predictedDemandMultiplier)
    return writeList(predictions)
  }

  /** Predicts all demand, highest first, cached until data changes. With `recommended` only that many, for the dashboard. */
  async function predictDemand(recommended?: number): Promise<Reply<ClimateDemand>> {
    const version = await dataVersion(db)
    const conditions = await findConditions()
    const predictions = await cached(version, JSON.stringify(conditions), () => predictAll(conditions))
    const allRecommended = recommendedOf(predictions.list)
    const { season, climate, city, date, seasonSource, climateSource } = conditions
    const rest = {
      currentSeason: season,
      currentClimate: climate,
      city,
      date,
      seasonSource,
      climateSource,
      highRiskCategories: highRiskCategories(conditions),
      dataAge: await readAges(),
      medicineCount: predictions.list.length,
      recommendedCount: allRecommended.length,
    }
    if (recommended !== undefined)
      return new Reply({ ...rest, predictions: allRecommended.slice(0, recommended) })
    const json = jsonWith(rest, 'predictions', predictions)
    return new Reply({ ...rest, predictions: predictions.list }, { json })
  }

  async function computeOutlook({ date, location, scheme }: StoreConditions) {
    const conditionsIn = (month: string) => normalConditions(month, location, scheme)
    const [listed, demand] = await Promise.all([
      medicineStore.list(),
      createDemandStore(db).listSince(monthAfter(date, -MEAN_MONTHS)),
    ])
    const medicines = listed.filter(({ deleted }) => !deleted)
    const before = demand.filter(({ month }) => month < date.slice(0, 7))
    const forecasts = await forecastsOfAll(db, medicines, new Set(before.map((each) => each.medicineId)))
    return outlookOf(medicines, demand, { date, conditionsIn, forecasts })
  }

  async function findOutlook(): Promise<DemandOutlook> {
    const version = await dataVersion(db)
    const conditions = await findConditions()
    const months = await cachedOutlook(version, JSON.stringify(conditions), () => computeOutlook(conditions))
    const hasPast = months.some(({ actual }) => actual !== null)
    return { months, isPending: hasPast && (await createRunStore(db).isMuchDue()) }
  }
  return { predictDemand, findOutlook }
}
