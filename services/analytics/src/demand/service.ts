import type { ClimateDemand, ClimatePrediction, DemandOutlook } from '@mms/contracts'
import type { Knex } from 'knex'
import { createMonthConditions, monthFrom } from '../conditions/months.ts'
import type { FindConditions, StoreConditions } from '../conditions/service.ts'
import type { Ages } from '../facts/ages.ts'
import { createDemandStore } from '../facts/demand-store.ts'
import { createMedicineStore } from '../facts/medicine-store.ts'
import { createUnchanged } from '../facts/unchanged.ts'
import { dataVersion } from '../facts/version-store.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { expectedDemandOf } from './expectations.ts'
import { highRiskCategories } from './high-risk.ts'
import { MONTHS_BEFORE, outlookOf } from './outlook.ts'
import { createPredictor } from './prediction.ts'

export interface DemandOptions {
  db: Knex
  findConditions: FindConditions
  ages: Pick<Ages, 'read'>
}

/** Conditions that are kept: those of today. */
const KEPT = 1

export function createDemandService({ db, findConditions, ages }: DemandOptions) {
  const unchanged = createUnchanged<ClimatePrediction[]>(KEPT)

  async function predictAll(conditions: StoreConditions): Promise<ClimatePrediction[]> {
    const [medicines, forecasts] = await Promise.all([
      createMedicineStore(db).list(),
      createForecastStore(db).list(),
    ])
    const predict = createPredictor(conditions, ({ id }) => expectedDemandOf(forecasts.get(id)))
    const predictions = medicines.filter(({ deleted }) => !deleted).map(predict)
    return predictions.sort((a, b) => b.predictedDemandMultiplier - a.predictedDemandMultiplier)
  }

  /** What is expected of the demand for every medicine now, the most wanted first; computed once while nothing changes. */
  async function predictDemand(): Promise<ClimateDemand> {
    const version = await dataVersion(db)
    const conditions = await findConditions()
    const predictions = await unchanged(version, JSON.stringify(conditions), () => predictAll(conditions))
    const { season, climate, city, date, seasonSource, climateSource } = conditions
    return {
      currentSeason: season,
      currentClimate: climate,
      highRiskCategories: highRiskCategories(season, climate),
      predictions,
      ...{ city, date, seasonSource, climateSource, dataAge: await ages.read() },
    }
  }

  /** The multipliers of the months around this one, of all medicines together, beside what was used and is forecast. */
  async function findOutlook(): Promise<DemandOutlook> {
    const conditions = await findConditions()
    const { date } = conditions
    const [medicines, demand, forecasts] = await Promise.all([
      createMedicineStore(db).list(),
      createDemandStore(db).listSince(monthFrom(date, -MONTHS_BEFORE)),
      createForecastStore(db).monthTotals(),
    ])
    const present = medicines.filter(({ deleted }) => !deleted)
    return outlookOf(present, demand, { date, conditionsIn: createMonthConditions(conditions), forecasts })
  }
  return { predictDemand, findOutlook }
}
export type DemandService = ReturnType<typeof createDemandService>
