import { multiplierOf, SENSITIVE_ABOVE, type StoreConditions, storeConditionsSchema } from '@mms/contracts'
import { type Route, route } from '@mms/service-kit'
import type { Knex } from 'knex'
import type { FindConditions } from '../conditions/service.ts'
import { createForecastStore } from '../forecasts/forecast-store.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { expectedDemandOf } from './expectations.ts'

interface ConditionsOptions {
  db: Knex
  findConditions: FindConditions
}

async function storeConditions({ db, findConditions }: ConditionsOptions): Promise<StoreConditions> {
  const { date, season, climate } = await findConditions()
  const [medicines, forecasts] = await Promise.all([
    createMedicineStore(db).list(),
    createForecastStore(db).list(),
  ])
  const expected = medicines.flatMap(({ id, deleted, factors }) => {
    const isRaised = !deleted && multiplierOf(factors, season, climate).value > SENSITIVE_ABOVE
    const demand = isRaised && expectedDemandOf(forecasts.get(id))
    return demand ? [{ medicineId: id, units: demand.units, days: demand.days }] : []
  })
  return { date, season, climate, expected }
}

export function conditionsRoutes(options: ConditionsOptions): Route[] {
  return [
    route({
      method: 'get',
      path: '/internal/conditions',
      access: 'service',
      callers: ['alerts'],
      summary: 'Season and climate of today, and the demand expected of medicines that they raise',
      response: storeConditionsSchema,
      handler: () => storeConditions(options),
    }),
  ]
}
