import { createHash, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadKeys } from './key-set.ts'
import { createSeal } from './seal.ts'

const pem = (key: KeyObject) =>
  key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()
const own = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const last = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const next = generateKeyPairSync('rsa', { modulusLength: 2_048 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-keys-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('names a key by its RFC 7638 thumbprint and publishes nothing private', async () => {
  const { kid, jwks } = await loadKeys({ SIGNING_KEY: pem(own.privateKey) })
  const { n, e } = own.publicKey.export({ format: 'jwk' })
  const digest = createHash('sha256').update(`{"e":"${e}","kty":"RSA","n":"${n}"}`).digest('base64url')
  expect(kid).toBe(digest)
  expect(jwks).toEqual({ keys: [{ kty: 'RSA', n, e, kid, use: 'sig', alg: 'PS256' }] })
})

test('publishes the last and the next key beside its own, each once, and needs their file', async () => {
  const PUBLISHED_KEYS_FILE = join(folder, 'published.pem')
  await writeFile(PUBLISHED_KEYS_FILE, [last, own, next].map(({ publicKey }) => pem(publicKey)).join(''))
  const SIGNING_KEY = pem(own.privateKey).replaceAll('\n', '\\n')
  const { jwks } = await loadKeys({ SIGNING_KEY, PUBLISHED_KEYS_FILE })
  const moduli = [own, last, next].map(({ publicKey }) => publicKey.export({ format: 'jwk' }).n)
  expect(jwks.keys.map(({ n }) => n)).toEqual(moduli)
  const missing = join(folder, 'missing.pem')
  const loading = loadKeys({ SIGNING_KEY, PUBLISHED_KEYS_FILE: missing })
  await expect(loading).rejects.toThrow(`PUBLISHED_KEYS_FILE cannot be read: ${missing} (ENOENT).`)
})

const small = generateKeyPairSync('rsa', { modulusLength: 1_024 })
const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const noKey = 'The signing key is not a PEM key.'
const otherKey = 'The signing key must be an RSA key of at least 2048 bits.'

test.each([
  ['a text that is no key', 'secret-looking text', noKey],
  ['a public key', pem(own.publicKey), noKey],
  ['a small key', pem(small.privateKey), otherKey],
  ['a key of another kind', pem(curve.privateKey), otherKey],
])('does not start with %s', async (_, SIGNING_KEY, message) => {
  const loading = loadKeys({ SIGNING_KEY })
  await expect(loading).rejects.toMatchObject({ name: 'StartupError', message })
})

test('opens what the same key sealed for the same owner, and nothing else', () => {
  const [seal, other] = [createSeal(randomBytes(32)), createSeal(randomBytes(32))]
  const sealed = seal.close('JBSWY3DPEHPK3PXP', 'user-1')
  expect(sealed).not.toBe(seal.close('JBSWY3DPEHPK3PXP', 'user-1'))
  expect(seal.open(sealed, 'user-1')).toBe('JBSWY3DPEHPK3PXP')
  expect(seal.open(sealed, 'user-2')).toBeUndefined()
  expect(other.open(sealed, 'user-1')).toBeUndefined()
  expect(seal.open(`${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'Q' : 'A'}`, 'user-1')).toBeUndefined()
})
