import type { Climate } from '@mms/contracts'

/** Mean daily maximum and minimum in °C, rain in mm, and days with at least 2.5 mm. */
export interface MonthWeather {
  tmax: number
  tmin: number
  rain: number
  rainyDays: number
}

const COLD_BELOW = 15
const COOL_BELOW = 18
const HOT_FROM_MEAN = 28
const HOT_FROM_MAXIMUM = 35
const RAINY_FROM_MM = 100
const RAINY_FROM_DAYS = 6

/**
 * Classifies a month. Cold: average below 15 °C. Rainy: at least 100 mm or 6 rainy days. Hot: average from 28 °C or
 * maximum from 35 °C. Cold: average below 18 °C. Else dry. The first match wins; the average is the mean of maximum and
 * minimum. This is our own rule, checked against the seasons of six cities (`cities.test.ts`).
 */
export function climateClass({ tmax, tmin, rain, rainyDays }: MonthWeather): Climate {
  const mean = (tmax + tmin) / 2
  if (mean < COLD_BELOW) return 'cold'
  if (rain >= RAINY_FROM_MM || rainyDays >= RAINY_FROM_DAYS) return 'rainy'
  if (mean >= HOT_FROM_MEAN || tmax >= HOT_FROM_MAXIMUM) return 'hot'
  return mean < COOL_BELOW ? 'cold' : 'dry'
}

const decimals = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Example: `25.3 °C on average, 919 mm of rain on 23 days`. */
export function weatherInWords({ tmax, tmin, rain, rainyDays }: MonthWeather): string {
  const [mean, millimetres, days] = [(tmax + tmin) / 2, rain, rainyDays].map((value) =>
    decimals.format(value),
  )
  return `${mean} °C on average, ${millimetres} mm of rain on ${days} days`
}
