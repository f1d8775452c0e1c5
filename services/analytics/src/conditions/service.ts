import type { StoreSettings } from '@mms/contracts'
import { type City, cityOf } from '../places/cities.ts'
import { type Conditions, conditionsOn, holds } from './rules.ts'
import type { ClimateObserver } from './weather-client.ts'

export interface ConditionsOptions {
  findSettings: () => Promise<StoreSettings>
  observer: ClimateObserver
  /** The store's date. */
  today: () => string
}

/** What holds for the store today. */
export interface StoreConditions extends Conditions {
  place: City
  settings: StoreSettings
}

/** Season and climate of the store today, by its settings and, where there is a service for it, the weather. */
export function createConditions({ findSettings, observer, today }: ConditionsOptions) {
  return async function findConditions(): Promise<StoreConditions> {
    const date = today()
    const settings = await findSettings()
    const place = cityOf(settings.city)
    const observed = holds(settings.climateOverride, date) ? undefined : await observer.observe(place, date)
    return { ...conditionsOn(date, place, settings, observed), place, settings }
  }
}
export type FindConditions = ReturnType<typeof createConditions>
