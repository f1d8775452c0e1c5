import { loadConfig, StartupError } from '@mms/service-kit'
import { expect, test } from 'vitest'
import { settings } from './config.ts'

const NOWHERE = 'http://127.0.0.1:1'
const NAMES_SOMEBODY = 'must not contain a user name or a password: such an address cannot be called'
const load = (weather: string) =>
  loadConfig(settings, {
    ...{
      PORT: '0',
      DATABASE_URL: 'sqlite:/x',
      JWKS_URL: NOWHERE,
      INVENTORY_URL: NOWHERE,
      SALES_URL: NOWHERE,
    },
    WEATHER_URL: weather,
  })

test.each([
  ['https://user:hidden@weather.test', NAMES_SOMEBODY],
  ['https://:hidden@weather.test', NAMES_SOMEBODY],
  ['ftp://weather.test', 'must be an http or https address'],
  ['weather', 'must be an http or https address'],
])('a weather service that cannot be called is a reason not to start: %s', (url, sentence) => {
  const error = new StartupError(`The configuration is not usable: WEATHER_URL: ${sentence}.`)
  expect(() => load(url)).toThrow(error)
})

test('the address of a weather service may end with slashes', () => {
  expect(load('https://weather.test/v2//').WEATHER_URL).toBe('https://weather.test/v2')
})
