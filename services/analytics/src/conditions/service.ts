import type { StoreSettings } from '@mms/contracts'
import { type City, cityOf } from '../climate-zones/cities.ts'
import { type Conditions, conditionsOn, isInForce } from './rules.ts'
import type { ClimateObserver } from './weather-client.ts'

export interface ConditionsOptions {
  findSettings: () => Promise<StoreSettings>
  observer: ClimateObserver
  today: () => string
}

export interface StoreConditions extends Conditions {
  location: City
  settings: StoreSettings
}

export function createConditions({ findSettings, observer, today }: ConditionsOptions) {
  return async function findConditions(): Promise<StoreConditions> {
    const date = today()
    const settings = await findSettings()
    const location = cityOf(settings.city)
    const observed = isInForce(settings.climateOverride, date)
      ? undefined
      : await observer.observe(location, date)
    return { ...conditionsOn(date, location, settings, observed), location, settings }
  }
}
export type FindConditions = ReturnType<typeof createConditions>
