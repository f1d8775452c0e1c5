import { readFileSync } from 'node:fs'
import type { MonthWeather } from './climate-class.ts'

export interface City {
  city: string
  state: string
  /** Weather station of the India Meteorological Department. */
  station: string
  latitude: number
  longitude: number
  months: MonthWeather[]
}

/** Default, because its year has all four climates. */
export const DEFAULT_CITY = 'New Delhi'

/** One row per city and month, January first. For source and licence see `india-normals.md`. */
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

export const cities: City[] = [...byName.values()]

export const findCity = (name: string): City | undefined => byName.get(name)

/** An unknown city was stored by a later release; the default replaces it. */
export const cityOf = (name: string): City => findCity(name) ?? (findCity(DEFAULT_CITY) as City)
