import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { loadConfig, StartupError, serviceSettings } from './config.ts'
import { isPrivateNetwork } from './open-network.ts'

const schema = z.object(serviceSettings)
const good = {
  PORT: '5001',
  DATABASE_URL: 'sqlite:/tmp/a.sqlite',
  JWKS_URL: 'http://127.0.0.1:1/jwks.json',
}

test('reads settings with their defaults, and empty ones as absent', () => {
  const defaults = { HOST: '127.0.0.1', LOG_LEVEL: 'info', STORE_TIME_ZONE: 'Asia/Kolkata' }
  expect(loadConfig(schema, { ...good, HOST: '' })).toMatchObject({ ...defaults, PORT: 5001 })
})

test('takes the address that browsers use without what may follow it', () => {
  const origin = (PUBLIC_ORIGIN: string) => loadConfig(schema, { ...good, PUBLIC_ORIGIN }).PUBLIC_ORIGIN
  expect(origin('https://Pharmacy.example:443/')).toBe('https://pharmacy.example')
  for (const wrong of ['pharmacy.example', 'ftp://pharmacy.example', 'https://pharmacy.example/suite']) {
    expect(() => origin(wrong)).toThrow('PUBLIC_ORIGIN: must be an ')
  }
})

test('lists every problem at once', () => {
  const wrong = { PORT: '99999', JWKS_URL: 'nowhere', DATABASE_URL: 'x', STORE_TIME_ZONE: '5' }
  const load = () => loadConfig(schema, { ...good, ...wrong })
  expect(load).toThrow(StartupError)
  expect(load).toThrow(/PORT: .*DATABASE_URL: .*JWKS_URL: .*STORE_TIME_ZONE: must be a time zone such as/)
})

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'mms-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'secret'), content)
  return join(folder, 'secret')
}

test('takes a setting from the file that is named in its place, of a schema with rules too', () => {
  const { DATABASE_URL: url, ...others } = good
  const given = { ...others, DATABASE_URL_FILE: fileOf(`${url}\n`) }
  const withRules = schema.refine(() => true).transform((config) => config)
  for (const each of [schema, withRules]) expect(loadConfig(each, given).DATABASE_URL).toBe(url)
  // A file that is a setting itself is not read.
  const SERVICE_KEY_FILE = '/no/key.pem'
  expect(loadConfig(schema, { ...good, SERVICE_KEY_FILE })).toMatchObject({ SERVICE_KEY_FILE })
})

test('one sentence says what is wrong with the file of a setting, and never what it holds', () => {
  const load = (more: object) => () => loadConfig(schema, { ...good, DATABASE_URL: '', ...more })
  const empty = fileOf('\n')
  for (const [file, fault] of [
    ['/no/such/secret', 'does not exist'],
    [tmpdir(), 'is a folder'],
    [empty, 'is empty'],
  ]) {
    const sentence = `The file ${file} of DATABASE_URL_FILE ${fault}.`
    expect(load({ DATABASE_URL_FILE: file })).toThrow(new StartupError(sentence))
  }
  const both = new StartupError('Give DATABASE_URL or DATABASE_URL_FILE, not both.')
  expect(load({ DATABASE_URL: 'sqlite:/a', DATABASE_URL_FILE: empty })).toThrow(both)
  expect(load({ DATABASE_URL_FILE: fileOf('postgres://shop:secret@db') })).toThrow(/^(?!.*secret)/)
})

test.each([
  ['127.0.0.1', undefined, true],
  ['127.0.1.1', 'http://localhost:5000', true],
  ['::1', undefined, true],
  ['localhost', undefined, true],
  ['0.0.0.0', undefined, false],
  ['::', 'http://pharmacy.example', false],
  ['192.168.1.5', undefined, false],
  ['127.0.0.1.example', undefined, false],
  ['0.0.0.0', 'https://pharmacy.example', true],
])('listening on %s with the origin %s is private: %s', (HOST, PUBLIC_ORIGIN, expected) => {
  expect(isPrivateNetwork({ HOST, PUBLIC_ORIGIN })).toBe(expected)
})
