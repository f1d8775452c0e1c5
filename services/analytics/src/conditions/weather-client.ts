import { type Logger, type Outbound, UnreachableError } from '@mms/service-kit'
import { z } from 'zod'
import type { City } from '../places/cities.ts'
import { type DayWeather, FORECAST_DAYS, observedClimate, PAST_DAYS } from './observed.ts'
import type { ObservedClimate } from './rules.ts'

/** Undefined if the weather is unavailable; then the normals apply. */
export interface ClimateObserver {
  observe(city: City, today: string): Promise<ObservedClimate | undefined>
}

export const noObserver: ClimateObserver = { observe: async () => undefined }

export interface WeatherOptions {
  url: string
  apiKey?: string | undefined
  outbound: Pick<Outbound, 'read'>
  log: Logger
  now?: () => number
}

const TIMEOUT_MS = 3_000
/** The service publishes a few times a day. */
const GOOD_FOR_MS = 3 * 3_600_000
const BAD_FOR_MS = 10 * 60_000

/** Values beyond what occurs on earth are discarded. */
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

/** Failures are logged and remembered for ten minutes, so that no request waits for a dead service. */
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
