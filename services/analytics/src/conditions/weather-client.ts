import { addDays, type Climate, HOUR_MS } from '@mms/contracts'
import { type Logger, type Outbound, UnreachableError } from '@mms/service-kit'
import { z } from 'zod'
import type { City } from '../climate-zones/cities.ts'
import { climateClass, type MonthWeather, weatherInWords } from '../climate-zones/climate-class.ts'
import type { ClimateObserver, ObservedClimate } from './rules.ts'

export interface DayWeather {
  date: string
  tmax: number
  tmin: number
  rain: number
}

/** The climate of a date is that of the 14 days before it and the 14 days from it on. */
const DAYS_BEFORE = 14
const DAYS_AFTER = 14
/** A new climate must last this many days, because a wet weekend is not a rainy season. */
const HOLDS_DAYS = 7
const WATCHED_DAYS = 30
/** Days of past weather to request. */
const PAST_DAYS = DAYS_BEFORE + WATCHED_DAYS
const FORECAST_DAYS = DAYS_AFTER
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

function lastingClimate(daily: Climate[]): Climate | undefined {
  let [lasting] = daily
  let candidate = lasting
  let held = 0
  for (const climate of daily) {
    held = climate === candidate ? held + 1 : 1
    candidate = climate
    if (held >= HOLDS_DAYS) lasting = candidate
  }
  return lasting
}

/**
 * Classifies today's climate from the last and next 14 days, with rain scaled to 30 days and the rules for normals. It
 * changes once another climate has lasted a week. Undefined if too few days are known.
 */
export function observedClimate(days: DayWeather[], today: string): ObservedClimate | undefined {
  const byDate = new Map(days.map((day) => [day.date, day]))
  const dates = Array.from({ length: WATCHED_DAYS + 1 }, (_, index) => addDays(today, index - WATCHED_DAYS))
  const months = dates.flatMap((date) => monthAround(byDate, date) ?? [])
  const now = monthAround(byDate, today)
  const climate = lastingClimate(months.map(climateClass))
  if (!climate || !now) return undefined
  return { climate, basis: `weather of the last and the next 14 days: ${weatherInWords(now)} in a month` }
}

export const noObserver: ClimateObserver = { observe: async () => undefined }

interface WeatherOptions {
  url: string
  apiKey?: string | undefined
  outbound: Pick<Outbound, 'read'>
  log: Logger
  now?: () => number
}

const TIMEOUT_MS = 3_000
/** Cache time. The weather service publishes a few times a day. */
const GOOD_FOR_MS = 3 * HOUR_MS
const BAD_FOR_MS = 10 * 60_000

/** Discards values that cannot occur on earth. */
const figures = (lowest: number, highest: number) =>
  z.array(z.number().min(lowest).max(highest).nullable().catch(null))
const temperatures = figures(-90, 60)
const answerSchema = z.object({
  daily: z.object({
    time: z.array(z.iso.date()),
    temperature_2m_max: temperatures,
    temperature_2m_min: temperatures,
    precipitation_sum: figures(0, 2_000),
  }),
})

function toDays({ daily }: z.output<typeof answerSchema>): DayWeather[] {
  return daily.time.flatMap((date, index) => {
    const tmax = daily.temperature_2m_max[index] ?? null
    const tmin = daily.temperature_2m_min[index] ?? null
    const rain = daily.precipitation_sum[index] ?? null
    return tmax === null || tmin === null || rain === null ? [] : [{ date, tmax, tmin, rain }]
  })
}

function addressOf({ url, apiKey }: WeatherOptions, { latitude, longitude }: City): string {
  const query = new URLSearchParams({
    latitude: String(latitude),
    longitude: String(longitude),
    daily: 'temperature_2m_max,temperature_2m_min,precipitation_sum',
    past_days: String(PAST_DAYS),
    forecast_days: String(FORECAST_DAYS),
    timezone: 'auto',
    ...(apiKey && { apikey: apiKey }),
  })
  return `${url}/v1/forecast?${query}`
}

/** Logs failures and remembers them for ten minutes, so that requests do not wait for a dead service. */
export function createWeatherObserver(options: WeatherOptions): ClimateObserver {
  const { outbound, log, now = () => performance.now() } = options
  let cached: { key: string; until: number; climate: Promise<ObservedClimate | undefined> } | undefined

  async function ask(city: City, today: string): Promise<ObservedClimate | undefined> {
    const request = { timeoutMs: TIMEOUT_MS }
    const address = addressOf(options, city)
    const answer = await outbound.read(address, answerSchema, request).catch((error: Error) => {
      const was = error instanceof UnreachableError ? 'was ' : ''
      throw new Error(`The weather service ${was}${error.message}`)
    })
    const climate = observedClimate(toDays(answer), today)
    if (!climate) throw new Error('The weather service covers too few days')
    return climate
  }

  return {
    observe(city, today) {
      const key = `${city.city} ${today}`
      if (cached?.key === key && now() < cached.until) return cached.climate
      const climate = ask(city, today).catch((error: unknown) => {
        fresh.until = now() + BAD_FOR_MS
        log.warn({ err: error, city: city.city }, 'no weather; the normals serve')
        return undefined
      })
      const fresh = { key, until: now() + GOOD_FOR_MS, climate }
      cached = fresh
      return climate
    },
  }
}
