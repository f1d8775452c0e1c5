import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

type Row = Record<string, string>

function parseRows(text: string): Row[] {
  const [head = '', ...lines] = text.trim().split('\n')
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((value, index) => [names[index] ?? '', value])),
  )
}

function toCity(rows: Row[]): City {
  const { city = '', state = '', station = '', latitude, longitude } = rows[0] ?? {}
  const months = rows
    .toSorted((a, b) => Number(a.month) - Number(b.month))
    .map((row) => ({
      tmax: Number(row.tmax_c),
      tmin: Number(row.tmin_c),
      rain: Number(row.rain_mm),
      rainyDays: Number(row.rainy_days),
    }))
  return { city, state, station, latitude: Number(latitude), longitude: Number(longitude), months }
}

/** Source and licence of the table: `india-normals.md`. */
const rows = parseRows(readFileSync(join(import.meta.dirname, 'india-normals.csv'), 'utf8'))

/** Every city whose normals are shipped, by name. */
export const cities: City[] = [...Map.groupBy(rows, ({ city }) => city).values()].map(toCity)

const byName = new Map(cities.map((city) => [city.city, city]))

/** The city of this name, undefined for one that is not shipped. */
export const findCity = (name: string): City | undefined => byName.get(name)

/** The city of a store's settings; the default where a later release chose one that is not shipped here. */
export const cityOf = (name: string): City => findCity(name) ?? (findCity(DEFAULT_CITY) as City)
