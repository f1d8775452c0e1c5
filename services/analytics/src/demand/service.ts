import type { ClimateDemand, DemandOutlook } from '@mms/contracts'
import type { Knex } from 'knex'
import { createMonthConditions, monthFrom } from '../conditions/months.ts'
import type { FindConditions } from '../conditions/service.ts'
import type { Ages } from '../facts/ages.ts'
import { createDemandStore } from '../facts/demand-store.ts'
import { createMedicineStore } from '../facts/medicine-store.ts'
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

export function createDemandService({ db, findConditions, ages }: DemandOptions) {
  /** What is expected of the demand for every medicine now, the most wanted first. */
  async function predictDemand(): Promise<ClimateDemand> {
    const conditions = await findConditions()
    const [medicines, forecasts, dataAge] = await Promise.all([
      createMedicineStore(db).list(),
      createForecastStore(db).list(),
      ages.read(),
    ])
    const predict = createPredictor(conditions, ({ id }) => expectedDemandOf(forecasts.get(id)))
    const { season, climate, city, date, seasonSource, climateSource } = conditions
    const predictions = medicines.filter(({ deleted }) => !deleted).map(predict)
    return {
      currentSeason: season,
      currentClimate: climate,
      highRiskCategories: highRiskCategories(season, climate),
      predictions: predictions.sort((a, b) => b.predictedDemandMultiplier - a.predictedDemandMultiplier),
      ...{ city, date, seasonSource, climateSource, dataAge },
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
