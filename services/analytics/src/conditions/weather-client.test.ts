import type { ServerResponse } from 'node:http'
import { addDays } from '@mms/contracts'
import { createLogger } from '@mms/service-kit'
import { localOutbound, startApp } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { createWeatherObserver, type DayWeather, observedClimate } from './weather-client.ts'

const TODAY = '2026-01-15'
const mumbai = findCity('Mumbai') as City
const outbound = localOutbound()
const log = createLogger({ name: 'analytics', level: 'silent' })

/** Starts a server that answers in Open-Meteo's format. */
async function startWeather(answer: (url: URL, response: ServerResponse) => void) {
  const asked: URL[] = []
  const server = await startApp({
    callback: () => (request, response) => {
      const url = new URL(request.url ?? '', 'http://stand-in')
      asked.push(url)
      answer(url, response)
    },
  })
  onTestFinished(server.close)
  return { url: server.url, asked }
}

/** Rain on every day, and one day without data. */
function monsoon(url: URL, response: ServerResponse) {
  const [past, ahead] = ['past_days', 'forecast_days'].map((name) => Number(url.searchParams.get(name)))
  const time = Array.from({ length: (past ?? 0) + (ahead ?? 0) }, (_, index) =>
    addDays(TODAY, index - (past ?? 0)),
  )
  const all = (value: number) => time.map((_, index) => (index === time.length - 1 ? null : value))
  const daily = { time, temperature_2m_max: all(30), temperature_2m_min: all(24), precipitation_sum: all(12) }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ latitude: 19.1, daily }))
}

test('the climate is that of the weather, asked for once, with place and key', async () => {
  const { url, asked } = await startWeather(monsoon)
  const observer = createWeatherObserver({ url, outbound, apiKey: 'secret', log })
  const [first, second] = await Promise.all([mumbai, mumbai].map((city) => observer.observe(city, TODAY)))
  expect(first).toMatchObject({ climate: 'rainy', basis: expect.stringContaining('360 mm of rain') })
  expect(second).toEqual(first)
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    latitude: '19.117',
    longitude: '72.85',
    daily: 'temperature_2m_max,temperature_2m_min,precipitation_sum',
    past_days: '44',
    forecast_days: '14',
    timezone: 'auto',
    apikey: 'secret',
  })
  expect(asked[0]?.pathname).toBe('/v1/forecast')
})

test.each<[string, Parameters<typeof startWeather>[0]]>([
  ['refuses', (_, response) => response.writeHead(429).end('{}')],
  ['talks nonsense', (_, response) => response.end('<html>')],
  ['leaves out what is needed', (_, response) => response.end('{"daily":{"time":[]}}')],
  ['breaks off', (_, response) => response.destroy()],
])('a service that %s is not asked again for ten minutes', async (_, answer) => {
  const { url, asked } = await startWeather(answer)
  let now = 0
  const observer = createWeatherObserver({ url, outbound, log, now: () => now })
  for (const [minutes, times] of [
    [0, 1],
    [9, 1],
    [10, 2],
  ] as const) {
    now = minutes * 60_000
    expect(await observer.observe(mumbai, TODAY)).toBeUndefined()
    expect(asked).toHaveLength(times)
  }
})

test('the weather is asked for again after three hours, for another city, and on another day', async () => {
  const { url, asked } = await startWeather(monsoon)
  let now = 0
  const observer = createWeatherObserver({ url, outbound, log, now: () => now })
  await observer.observe(mumbai, TODAY)
  now = 3 * 3_600_000 - 1
  await observer.observe(mumbai, TODAY)
  expect(asked).toHaveLength(1)
  now += 1
  await observer.observe(mumbai, TODAY)
  await observer.observe(mumbai, addDays(TODAY, 1))
  await observer.observe(findCity('Chennai') as City, TODAY)
  expect(asked).toHaveLength(4)
})

const JULY = '2026-07-15'
const dry = { tmax: 26, tmin: 14, rain: 0 }
const wet = { tmax: 26, tmin: 20, rain: 10 }

/** Weather of the 44 days before today and the 14 days from it on. `weather` gets the number of days from today. */
const build = (weather: (day: number) => Omit<DayWeather, 'date'>) =>
  Array.from({ length: 58 }, (_, index) => ({ date: addDays(JULY, index - 44), ...weather(index - 44) }))

const observed = (weather: Parameters<typeof build>[0]) => observedClimate(build(weather), JULY)

describe('the climate of the weather', () => {
  test('is told from the days around today, rain scaled to a month', () => {
    expect(observed(() => dry)).toEqual({
      climate: 'dry',
      basis: 'weather of the last and the next 14 days: 20 °C on average, 0 mm of rain on 0 days in a month',
    })
    const basis = expect.stringContaining('300 mm of rain on 30 days')
    expect(observed(() => wet)).toMatchObject({ climate: 'rainy', basis })
  })

  test('changes once another has held for a week', () => {
    // With rain from day 0, day −8 is the first with six rainy days around it. A week later the change counts.
    const rainFrom = (first: number) => observed((day) => (day >= first ? wet : dry))
    expect(rainFrom(-1)?.climate).toBe('rainy')
    expect(rainFrom(8)?.climate).toBe('dry')
    expect(rainFrom(2)?.climate).toBe('rainy')
    expect(rainFrom(3)?.climate).toBe('dry')
  })

  test('bridges some unknown days, and is not told from fewer than half of them', () => {
    const some = build(() => wet).filter((_, index) => index % 3 !== 0)
    expect(observedClimate(some, JULY)?.climate).toBe('rainy')
    const few = build(() => dry).filter(({ date }) => date < addDays(JULY, -1))
    for (const days of [few, []]) expect(observedClimate(days, JULY)).toBeUndefined()
  })
})
