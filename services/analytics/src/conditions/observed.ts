import { addDays, type Climate } from '@mms/contracts'
import { climateClass, type MonthWeather, weatherInWords } from '../places/climate-class.ts'
import type { ObservedClimate } from './rules.ts'

export interface DayWeather {
  date: string
  tmax: number
  tmin: number
  rain: number
}

/** Days before a date, and from it on, that make its climate. */
const DAYS_BEFORE = 14
const DAYS_AFTER = 14
/** Days that another climate must hold: a wet weekend is not a rainy season. */
const HOLDS_DAYS = 7
const WATCHED_DAYS = 30
/** Days of past weather that are needed. */
export const PAST_DAYS = DAYS_BEFORE + WATCHED_DAYS
export const FORECAST_DAYS = DAYS_AFTER
const MONTH_DAYS = 30
const RAINY_DAY_MM = 2.5

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function monthAround(byDate: Map<string, DayWeather>, date: string): MonthWeather | undefined {
  const length = DAYS_BEFORE + DAYS_AFTER
  const dates = Array.from({ length }, (_, index) => addDays(date, index - DAYS_BEFORE))
  const days = dates.flatMap((each) => byDate.get(each) ?? [])
  if (days.length < length / 2) return undefined
  const perMonth = MONTH_DAYS / days.length
  return {
    tmax: mean(days.map(({ tmax }) => tmax)),
    tmin: mean(days.map(({ tmin }) => tmin)),
    rain: mean(days.map(({ rain }) => rain)) * MONTH_DAYS,
    rainyDays: days.filter(({ rain }) => rain >= RAINY_DAY_MM).length * perMonth,
  }
}

function settle(daily: Climate[]): Climate | undefined {
  let [settled] = daily
  let candidate = settled
  let held = 0
  for (const climate of daily) {
    held = climate === candidate ? held + 1 : 1
    candidate = climate
    if (held >= HOLDS_DAYS) settled = candidate
  }
  return settled
}

/**
 * Classifies today's climate by the rules for the normals, over the last and next 14 days with rain scaled to 30 days.
 * It changes once another climate has held for a week. Undefined if too few days are known.
 */
export function observedClimate(days: DayWeather[], today: string): ObservedClimate | undefined {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const dates = Array.from({ length: WATCHED_DAYS + 1 }, (_, index) => addDays(today, index - WATCHED_DAYS))
  const months = dates.flatMap((date) => monthAround(byDate, date) ?? [])
  const now = monthAround(byDate, today)
  const climate = settle(months.map(climateClass))
  if (!climate || !now) return undefined
  return { climate, basis: `weather of the last and the next 14 days: ${weatherInWords(now)} in a month` }
}
