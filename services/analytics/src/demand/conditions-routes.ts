import { multiplierOf, SENSITIVE_ABOVE, type StoreConditions, storeConditionsSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { FindConditions } from '../conditions/service.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { expectedDemandOf } from './expectations.ts'

export interface ConditionsTold {
  db: Knex
  findConditions: FindConditions
}

/** What another service judges demand by, with the figures of the climate page. */
async function tellConditions({ db, findConditions }: ConditionsTold): Promise<StoreConditions> {
  const { date, season, climate } = await findConditions()
  const [medicines, forecasts] = await Promise.all([
    createMedicineStore(db).list(),
    createForecastStore(db).list(),
  ])
  const raised = medicines.filter(
    ({ deleted, factors }) => !deleted && multiplierOf(factors, season, climate).value > SENSITIVE_ABOVE,
  )
  const expected = raised.flatMap(({ id }) => {
    const demand = expectedDemandOf(forecasts.get(id))
    return demand ? [{ medicineId: id, units: demand.units, days: demand.days }] : []
  })
  return { date, season, climate, expected }
}

/** For services that judge demand. */
export function conditionsRoutes(told: ConditionsTold): Route[] {
  return [
    route({
      method: 'get',
      path: '/internal/conditions',
      access: 'service',
      callers: ['alerts'],
      summary: 'Season and climate of today, and the demand expected of medicines that they raise',
      response: storeConditionsSchema,
      handler: () => tellConditions(told),
    }),
  ]
}
