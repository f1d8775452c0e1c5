import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import jwt, { type SignOptions } from 'jsonwebtoken'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ACCESS_AUDIENCE } from './issuer.ts'
import { loadServiceKeys } from './service-keys.ts'
import { serviceTokenVerifier, signServiceToken } from './service-token.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [sales, alerts, stranger] = [pair(), pair(), pair()]
const callers = new Map([
  ['sales', { keys: [sales.publicKey] }],
  ['alerts', { keys: [alerts.publicKey] }],
])
const refused = { status: 401, code: 'auth.invalid_token' }
const good: SignOptions = { issuer: 'service:sales', audience: 'mms-services', expiresIn: 60 }
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const by = (options: SignOptions, { privateKey } = sales, claims = {}) =>
  jwt.sign(claims, privateKey, { algorithm: 'ES256', ...options })
const byShared = (options: SignOptions, secret = 'k'.repeat(32)) =>
  jwt.sign({}, secret, { algorithm: 'HS256', ...options })

/** Signed with the public key as if it were a secret, which everybody knows. */
const withPublicKey = () => byShared(good, sales.publicKey.export({ type: 'spki', format: 'pem' }).toString())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a token signed with the key of its service', () => {
  const verify = serviceTokenVerifier(callers)

  test('names its service, for a minute', async () => {
    const token = signServiceToken('sales', sales.privateKey)
    vi.setSystemTime('2026-11-20T10:00:59Z')
    expect(await verify(token)).toMatchObject({ id: 'service:sales', role: 'service' })
    vi.setSystemTime('2026-11-20T10:01:00Z')
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  test('of a name that the list does not have is refused by that name', async () => {
    const message = 'The list of services has no key of "sale"'
    const token = signServiceToken('sale', sales.privateKey)
    await expect(verify(token)).rejects.toMatchObject({ ...refused, message })
    // Signed by the library alone it is taken, so that what is refused below is for what it says.
    expect(await verify(by(good))).toMatchObject({ id: 'service:sales' })
  })

  test.each([
    ['of a service that uses the key of another', () => by(good, alerts)],
    ['of a service that nobody knows', () => by({ ...good, issuer: 'service:stranger' }, stranger)],
    ['of a stranger', () => by(good, stranger)],
    ['signed with a secret', () => byShared(good)],
    ['of nobody’s service', () => by({ ...good, issuer: 'mms-identity' })],
    ['signed with the public key', withPublicKey],
    ['of no algorithm', () => jwt.sign({}, '', { ...good, algorithm: 'none' })],
    ['that calls critical what is not read', () => by({ ...good, header: { alg: 'ES256', crit: ['exp'] } })],
    ['for another audience', () => by({ ...good, audience: ACCESS_AUDIENCE })],
    ['that lives an hour', () => by({ ...good, expiresIn: 3_600 })],
    ['that lives an hour from tomorrow', () => by(good, sales, { iat: Date.now() / 1000 + 86_400 })],
    ['that never expires', () => by({ issuer: 'service:sales', audience: 'mms-services' })],
    ['that does not say since when', () => by({ ...good, noTimestamp: true })],
    ['that is no token', () => 'abc'],
    ['with claims that are no object', () => `${part({ alg: 'ES256' })}.${part('x')}.${part('x')}`],
  ])('%s is refused', async (_, make) => {
    await expect(verify(make())).rejects.toMatchObject(refused)
  })
})

const folder = mkdtempSync(join(tmpdir(), 'mms-service-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pem = { type: 'pkcs8', format: 'pem' } as const
const SERVICE_KEY_FILE = write('sales.pem', sales.privateKey.export(pem).toString())
const key = sales.publicKey.export({ type: 'spki', format: 'pem' })
const SERVICE_CALLERS_FILE = write('callers.json', JSON.stringify({ sales: { key, follows: ['inventory'] } }))

test('signs with its own key what another that knows the public half takes, and knows whom a caller follows', async () => {
  const { key: own, verify } = loadServiceKeys({ SERVICE_KEY_FILE, SERVICE_CALLERS_FILE })
  const caller = { id: 'service:sales', follows: ['inventory'] }
  expect(await verify(signServiceToken('sales', own))).toMatchObject(caller)
})

test('takes calls by the old and the new key while one replaces the other, and by no third', async () => {
  const keys = [sales, alerts, stranger]
  const [old = '', next = ''] = keys.map((each) => each.publicKey.export({ type: 'spki', format: 'pem' }))
  const callers = write('two.json', JSON.stringify({ sales: { key: `${old}${next}`, follows: [] } }))
  const { verify } = loadServiceKeys({ SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: callers })
  const calls = keys.map(async ({ privateKey: key }) => (await verify(signServiceToken('sales', key))).id)
  expect(await Promise.allSettled(calls)).toMatchObject([
    { value: 'service:sales' },
    { value: 'service:sales' },
    { status: 'rejected' },
  ])
})

const otherKey = write('rsa.pem', rsa.privateKey.export(pem).toString())
const noList = write('x', '{"sales": "secret"}')
test.each([
  ['only the keys of others', {}, 'must be given'],
  ['nothing', { SERVICE_CALLERS_FILE: undefined }, 'SERVICE_KEY_FILE and SERVICE_CALLERS_FILE must'],
  ['only its own key', { SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: undefined }, 'must be given'],
  ['a file that is not there', { SERVICE_KEY_FILE: '/absent.pem' }, 'of SERVICE_KEY_FILE does not exist'],
  ['a key of another kind', { SERVICE_KEY_FILE: otherKey }, 'cannot be used'],
  ['a list that is none', { SERVICE_KEY_FILE, SERVICE_CALLERS_FILE: noList }, 'cannot be used'],
])('refuses to start with %s, and never shows what is in a file', (_, given, sentence) => {
  const settings = { SERVICE_CALLERS_FILE, ...given }
  expect(() => loadServiceKeys(settings)).toThrow(sentence)
  expect(() => loadServiceKeys(settings)).not.toThrow('secret"')
})
