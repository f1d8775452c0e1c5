import { readFileSync } from 'node:fs'
import type { MonthWeather } from './climate-class.ts'

/** A city with the climate normals of its months, January first. */
export interface City {
  city: string
  state: string
  /** The station of the India Meteorological Department whose normals these are. */
  station: string
  latitude: number
  longitude: number
  months: MonthWeather[]
}

/** Where a store is until an administrator chooses: a year there has all four climates. */
export const DEFAULT_CITY = 'New Delhi'

/** By name. A row of the table is a city in a month, January first; source and licence: `india-normals.md`. */
function readCities(): Map<string, City> {
  const text = readFileSync(new URL('./india-normals.csv', import.meta.url), 'utf8')
  const [, ...lines] = text.trim().split('\n')
  const byName = new Map<string, City>()
  for (const line of lines) {
    const [city = '', state = '', station = '', ...figures] = line.split(',')
    const [latitude = 0, longitude = 0, , tmax = 0, tmin = 0, rain = 0, rainyDays = 0] = figures.map(Number)
    const known = byName.get(city) ?? { city, state, station, latitude, longitude, months: [] }
    known.months.push({ tmax, tmin, rain, rainyDays })
    byName.set(city, known)
  }
  return byName
}

const byName = readCities()

/** Every city whose normals are shipped. */
export const cities: City[] = [...byName.values()]

/** The city of this name, undefined for one that is not shipped. */
export const findCity = (name: string): City | undefined => byName.get(name)

/** The city of a store's settings; the default where the next release chose one that is not shipped here. */
export const cityOf = (name: string): City => findCity(name) ?? (findCity(DEFAULT_CITY) as City)
