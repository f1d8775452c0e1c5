import { expect, test } from 'vitest'
import { z } from 'zod'
import { loadConfig, StartupError, serviceSettings } from './config.ts'

const schema = z.object(serviceSettings)
const good = {
  PORT: '5001',
  DATABASE_URL: 'sqlite:/tmp/a.sqlite',
  JWKS_URL: 'http://127.0.0.1:1/jwks.json',
}

test('reads settings with their defaults, and empty ones as absent', () => {
  expect(loadConfig(schema, { ...good, HOST: '' })).toMatchObject({
    PORT: 5001,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
  })
})

test('takes the address that browsers use without what may follow it', () => {
  const origin = (PUBLIC_ORIGIN: string) => loadConfig(schema, { ...good, PUBLIC_ORIGIN }).PUBLIC_ORIGIN
  expect(origin('https://Pharmacy.example:443/')).toBe('https://pharmacy.example')
  for (const wrong of ['pharmacy.example', 'ftp://pharmacy.example', 'https://pharmacy.example/suite']) {
    expect(() => origin(wrong)).toThrow('PUBLIC_ORIGIN: must be an ')
  }
})

test.each(['Asia/Kathmandu', 'Asia/Katmandu', 'Asia/Kolkata', 'America/St_Johns', 'Europe/London', 'UTC'])(
  'takes the time zone %s',
  (zone) => {
    expect(loadConfig(schema, { ...good, STORE_TIME_ZONE: zone }).STORE_TIME_ZONE).toBe(zone)
  },
)

test('has a time zone unless one is given, and refuses what is none', () => {
  expect(loadConfig(schema, good).STORE_TIME_ZONE).toBe('Asia/Kolkata')
  for (const wrong of ['Moon/Crater', '+05:30', '5', ' ']) {
    expect(() => loadConfig(schema, { ...good, STORE_TIME_ZONE: wrong })).toThrow(
      'STORE_TIME_ZONE: must be a time zone such as Asia/Kolkata',
    )
  }
})

test('lists every problem at once', () => {
  const load = () =>
    loadConfig(schema, { ...good, PORT: '99999', JWKS_URL: 'nowhere', DATABASE_URL: 'postgres://x' })
  expect(load).toThrow(StartupError)
  expect(load).toThrow(/PORT: .*DATABASE_URL: .*JWKS_URL: /)
})
