import { chunksOf } from '@mms/service-kit'
import type { Knex } from 'knex'
import { createMedicineStore, type Medicine } from '../medicines/store.ts'
import { createDayStore } from './day-store.ts'
import { createGiven, type GivenSettings } from './given.ts'
import { historyOf } from './history.ts'
import { createMaker, type Histories, type MadeForecast, shareSeason } from './make.ts'

export interface ForecastOrder {
  today: string
  coverDays: number
  settings: GivenSettings
  only: string[] | null
}

const CHUNK = 50

/** Includes the medicines of the same categories, whose season they share. */
function concerned(medicines: Medicine[], only: string[] | null) {
  const present = medicines.filter(({ deleted }) => !deleted)
  if (only === null) return { wanted: new Set(present.map(({ id }) => id)), read: present }
  const wanted = new Set(only)
  const categories = new Set(present.filter(({ id }) => wanted.has(id)).map(({ category }) => category))
  return { wanted, read: present.filter(({ category }) => categories.has(category)) }
}

/**
 * Yields forecasts in parts; an empty part is a sign of life. All histories stay in memory, about 2 KB per medicine.
 */
export async function* makeForecasts(db: Knex, order: ForecastOrder): AsyncGenerator<MadeForecast[]> {
  const { today, only } = order
  const { wanted, read } = concerned(await createMedicineStore(db).list(), only)
  const histories = new Map<string, Histories>()
  for await (const chunk of createDayStore(db).list(read.map(({ id }) => id))) {
    for (const [id, facts] of chunk) {
      const [weeks, months] = [historyOf(facts, today, 'week'), historyOf(facts, today, 'month')]
      histories.set(id, { weeks, months })
    }
    yield []
  }
  const options = { ...order, given: createGiven(order.settings, today) }
  for (const medicines of Map.groupBy(read, ({ category }) => category).values()) {
    const shared = shareSeason(medicines.map(({ id }) => histories.get(id) as Histories))
    const make = createMaker(options, shared)
    const own = medicines.filter(({ id }) => wanted.has(id))
    for (const chunk of chunksOf(own, CHUNK)) {
      yield chunk.map(({ id, factors }) => make(id, factors, histories.get(id) as Histories))
    }
  }
}
