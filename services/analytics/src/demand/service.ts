import type { ClimateDemand } from '@mms/contracts'
import type { Knex } from 'knex'
import type { FindConditions } from '../conditions/service.ts'
import type { Ages } from '../facts/ages.ts'
import { createDemandStore } from '../facts/demand-store.ts'
import { createMedicineStore } from '../facts/medicine-store.ts'
import { baseMonths, createDemandModel } from './demand-model.ts'
import { highRiskCategories } from './high-risk.ts'
import { createPredictor } from './prediction.ts'

export interface DemandOptions {
  db: Knex
  findConditions: FindConditions
  ages: Pick<Ages, 'read'>
}

/** What is expected of the demand for every medicine now, the most wanted first. */
export function createDemandService({ db, findConditions, ages }: DemandOptions) {
  return async function predictDemand(): Promise<ClimateDemand> {
    const conditions = await findConditions()
    const [medicines, demand, dataAge] = await Promise.all([
      createMedicineStore(db).list(),
      createDemandStore(db).listSince(baseMonths(conditions.date)[0] as string),
      ages.read(),
    ])
    const model = createDemandModel(conditions, demand)
    const { leadTimeDays, reviewPeriodDays } = conditions.settings
    const predict = createPredictor(conditions, (medicine) =>
      model.expectedNext(medicine, leadTimeDays + reviewPeriodDays),
    )
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
}
export type PredictDemand = ReturnType<typeof createDemandService>
