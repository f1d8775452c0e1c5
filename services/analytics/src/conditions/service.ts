import type { StoreSettings } from '@mms/contracts'
import { type City, DEFAULT_CITY, findCity } from '../places/cities.ts'
import { type Conditions, conditionsOn } from './rules.ts'
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
    // A city that a later release knew is not known here: the default stands in for it.
    const place = findCity(settings.city) ?? (findCity(DEFAULT_CITY) as City)
    const { climateOverride } = settings
    const isOverridden = climateOverride !== null && date <= climateOverride.until
    const observed = isOverridden ? undefined : await observer.observe(place, date)
    return { ...conditionsOn(date, place, settings, observed), place, settings }
  }
}
export type FindConditions = ReturnType<typeof createConditions>
