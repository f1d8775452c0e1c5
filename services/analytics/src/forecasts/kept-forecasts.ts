import { createVersionedCache } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createForecastStore } from './forecast-store.ts'
import type { ListedForecast } from './make.ts'

export function createForecastList(db: Knex) {
  const cached = createVersionedCache<ReadonlyMap<string, ListedForecast>>(1)
  return (version: string | null) => cached(version, '', () => createForecastStore(db).list())
}
export type ListForecasts = ReturnType<typeof createForecastList>
