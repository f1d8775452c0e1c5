import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createLogger, type Logger } from '@mms/service-kit'
import { localOutbound } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { type City, findCity } from '../climate-zones/cities.ts'
import { createWeatherObserver } from './weather-client.ts'

const TODAY = '2026-01-15'
const TEN_MINUTES = 10 * 60_000
const mumbai = findCity('Mumbai') as City
const silent = createLogger({ name: 'analytics', level: 'silent' })

async function observe(answer: (response: ServerResponse) => unknown, log: Logger = silent) {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let at = 0
  const observer = createWeatherObserver({ url, outbound: localOutbound(), log, now: () => at })
  return { url, asked, setTime: (ms: number) => (at = ms), observe: () => observer.observe(mumbai, TODAY) }
}

/** So many days, each of `value` in every figure. */
const days = (size: number, value: unknown, date = TODAY) => {
  const all = Array.from({ length: size }, () => value)
  const figures = { temperature_2m_max: all, temperature_2m_min: all, precipitation_sum: all }
  return JSON.stringify({ daily: { time: all.map(() => date), ...figures } })
}

test.each([
  ['9 MB that fit nowhere', days(600_000, 'x')],
  ['figures beyond all weather', days(58, 1e308)],
  ['dates that are none', days(58, 20, '\u001b[31mhidden\r\n')],
])('%s: the normals serve, and the weather is asked for again after ten minutes', async (_, answer) => {
  const logged: object[] = []
  const log = { warn: (fields: object) => void logged.push(fields) } as unknown as Logger
  const weather = await observe((response) => response.end(answer), log)
  expect(await weather.observe()).toBeUndefined()
  weather.setTime(TEN_MINUTES)
  expect(await weather.observe()).toBeUndefined()
  expect(weather.asked).toHaveLength(2)
  expect(JSON.stringify(logged)).not.toContain('hidden')
})

test('a redirect is not followed', async () => {
  const inside = await observe((response) => response.end('{}'))
  const weather = await observe((response) => response.writeHead(302, { location: inside.url }).end())
  expect(await weather.observe()).toBeUndefined()
  expect(inside.asked).toEqual([])
})

test('no rejection is cached, whatever fails', async () => {
  const log = {
    warn() {
      throw new RangeError('Invalid string length')
    },
  } as unknown as Logger
  const weather = await observe((response) => response.end('<html>'), log)
  await weather.observe().catch(() => {})
  weather.setTime(TEN_MINUTES)
  await weather.observe().catch(() => {})
  expect(weather.asked).toHaveLength(2)
})
