import { type Climate, dateInWords, type Season, type SeasonScheme, type StoreSettings } from '@mms/contracts'
import type { City } from '../places/cities.ts'
import { climateClass, type MonthWeather, weatherInWords } from '../places/climate-class.ts'
import { monthOf, seasonName, seasonOfMonth } from '../season/rules.ts'

type OverrideSettings = Pick<StoreSettings, 'seasonScheme' | 'seasonOverride' | 'climateOverride'>

/** The climate that the weather service tells of, and the figures it comes from. */
export interface ObservedClimate {
  climate: Climate
  basis: string
}

/** Season and climate of a store on a date, and where each comes from. */
export interface Conditions {
  date: string
  city: string
  season: Season
  scheme: SeasonScheme
  seasonSource: 'calendar' | 'override'
  climate: Climate
  climateSource: 'normals' | 'weather' | 'override'
  /** Ends a sentence: what the season and the climate were told from. */
  seasonBasis: string
  climateBasis: string
}

const monthNames = new Intl.DateTimeFormat('en-IN', { month: 'long', timeZone: 'UTC' })
const monthName = (month: number) => monthNames.format(new Date(Date.UTC(2026, month - 1, 1)))

const holds = <T extends { until: string }>(override: T | null, date: string): override is T =>
  override !== null && date <= override.until

/** The season of a date by the calendar, whatever an administrator says. */
export function calendarSeason(date: string, city: City, scheme: SeasonScheme): Season {
  return seasonOfMonth(monthOf(date), { scheme, latitude: city.latitude })
}

/** The climate of a date by the normals of the city, whatever the weather is. */
export function normalClimate(date: string, city: City): Climate {
  return climateClass(city.months[monthOf(date) - 1] as MonthWeather)
}

function climateOf(date: string, city: City, settings: OverrideSettings, observed?: ObservedClimate) {
  const { climateOverride } = settings
  if (holds(climateOverride, date)) {
    const climateBasis = `set by an administrator until ${dateInWords(climateOverride.until)}`
    return { climate: climateOverride.climate, climateSource: 'override' as const, climateBasis }
  }
  if (observed) {
    return { climate: observed.climate, climateSource: 'weather' as const, climateBasis: observed.basis }
  }
  const month = monthOf(date)
  const figures = weatherInWords(city.months[month - 1] as MonthWeather)
  const climateBasis = `${city.city} in ${monthName(month)}: ${figures}; normals of the India Meteorological Department`
  return { climate: normalClimate(date, city), climateSource: 'normals' as const, climateBasis }
}

/**
 * Season and climate of a store on a date: what an administrator has set holds through its last day; then the weather
 * where a service tells of it; else the normals of the city's month.
 */
export function conditionsOn(
  date: string,
  city: City,
  settings: OverrideSettings,
  observed?: ObservedClimate,
): Conditions {
  const { seasonScheme: scheme, seasonOverride } = settings
  const overridden = holds(seasonOverride, date)
  const season = overridden ? seasonOverride.season : calendarSeason(date, city, scheme)
  const seasonBasis = overridden
    ? `set by an administrator until ${dateInWords(seasonOverride.until)}`
    : `${monthName(monthOf(date))} is ${seasonName(season, scheme)}`
  return {
    date,
    city: city.city,
    season,
    scheme,
    seasonSource: overridden ? 'override' : 'calendar',
    seasonBasis,
    ...climateOf(date, city, settings, observed),
  }
}
