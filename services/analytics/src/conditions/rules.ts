import {
  type Climate,
  dateInWords,
  monthOf,
  type Season,
  type SeasonScheme,
  type StoreSettings,
  seasonName,
  seasonOfMonth,
} from '@mms/contracts'
import { type City, cityOf } from '../climate-zones/cities.ts'
import { climateClass, type MonthWeather, weatherInWords } from '../climate-zones/climate-class.ts'

type OverrideSettings = Pick<StoreSettings, 'seasonScheme' | 'seasonOverride' | 'climateOverride'>

export interface ObservedClimate {
  climate: Climate
  basis: string
}

export interface Conditions {
  date: string
  city: string
  season: Season
  scheme: SeasonScheme
  seasonSource: 'calendar' | 'override'
  climate: Climate
  climateSource: 'normals' | 'weather' | 'override'
  seasonBasis: string
  climateBasis: string
}

const monthName = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })

export const isInForce = <T extends { until: string }>(override: T | null, date: string): override is T =>
  override !== null && date <= override.until

export function normalConditions(date: string, city: City, scheme: SeasonScheme) {
  const month = monthOf(date)
  return {
    season: seasonOfMonth(month, { scheme, latitude: city.latitude }),
    climate: climateClass(city.months[month - 1] as MonthWeather),
  }
}

const setUntil = (date: string) => `set by an administrator until ${dateInWords(date)}`

/** An administrator's override comes first, then the reported weather, then the calendar and the city's normals. */
export function conditionsOn(
  date: string,
  city: City,
  { seasonScheme: scheme, seasonOverride, climateOverride }: OverrideSettings,
  observed?: ObservedClimate,
): Conditions {
  const { season, climate } = normalConditions(date, city, scheme)
  const month = monthName.format(new Date(date))
  const figures = weatherInWords(city.months[monthOf(date) - 1] as MonthWeather)
  const conditions: Conditions = {
    date,
    city: city.city,
    scheme,
    season,
    seasonSource: 'calendar',
    seasonBasis: `${month} is ${seasonName(season, scheme)}`,
    climate,
    climateSource: 'normals',
    climateBasis: `${city.city} in ${month}: ${figures}; normals of the India Meteorological Department`,
  }
  if (isInForce(seasonOverride, date)) {
    conditions.season = seasonOverride.season
    conditions.seasonSource = 'override'
    conditions.seasonBasis = setUntil(seasonOverride.until)
  }
  if (isInForce(climateOverride, date)) {
    conditions.climate = climateOverride.climate
    conditions.climateSource = 'override'
    conditions.climateBasis = setUntil(climateOverride.until)
  } else if (observed) {
    conditions.climate = observed.climate
    conditions.climateSource = 'weather'
    conditions.climateBasis = observed.basis
  }
  return conditions
}

/** Returns undefined if the weather is unavailable; the normals then apply. */
export interface ClimateObserver {
  observe(city: City, today: string): Promise<ObservedClimate | undefined>
}

interface ConditionsOptions {
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
    const isOverridden = isInForce(settings.climateOverride, date)
    const observed = isOverridden ? undefined : await observer.observe(location, date)
    return { ...conditionsOn(date, location, settings, observed), location, settings }
  }
}
export type FindConditions = ReturnType<typeof createConditions>
