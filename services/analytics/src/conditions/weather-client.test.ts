import type { ServerResponse } from 'node:http'
import { addDays } from '@mms/contracts'
import { createLogger } from '@mms/service-kit'
import { localOutbound, startApp } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { createWeatherObserver } from './weather-client.ts'

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
