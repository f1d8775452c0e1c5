import type { StoreSettings } from '@mms/contracts'
import { type City, cityOf } from '../places/cities.ts'
import { type Conditions, conditionsOn, holds } from './rules.ts'
import type { ClimateObserver } from './weather-client.ts'

export interface ConditionsOptions {
  findSettings: () => Promise<StoreSettings>
  observer: ClimateObserver
  today: () => string
}

export interface StoreConditions extends Conditions {
  place: City
  settings: StoreSettings
}

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
