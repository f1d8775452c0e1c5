import type { Climate, Season, StoreSettings } from '@mms/contracts'
import type { City } from '../places/cities.ts'
import { calendarSeason, normalClimate } from './rules.ts'

/** The month `yyyy-mm` some months from that of a date or month. */
export function monthFrom(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Months from the month of a date to that of another. `monthsBetween('2026-11-21', '2027-01') // 2` */
export function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7))
  return count(to) - count(from)
}

export function daysInMonth(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** Season and climate of a month by the calendar and the normals: nobody knows next month's weather. */
export function createMonthConditions({
  place,
  settings,
}: {
  place: City
  settings: Pick<StoreSettings, 'seasonScheme'>
}) {
  const known = new Map<string, { season: Season; climate: Climate }>()
  return (month: string) => {
    const middle = `${month}-15`
    const conditions = known.get(month) ?? {
      season: calendarSeason(middle, place, settings.seasonScheme),
      climate: normalClimate(middle, place),
    }
    known.set(month, conditions)
    return conditions
  }
}
