import { createHmac, generateKeyPairSync } from 'node:crypto'
import jwt, { type SignOptions } from 'jsonwebtoken'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { accessTokenVerifier } from './caller.ts'
import { ACCESS_AUDIENCE, ACCESS_ISSUER } from './issuer.ts'
import { staticKeys } from './keys.ts'
import { signServiceToken } from './service-token.ts'

const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: serviceKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const keys = staticKeys({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own' }] })
const person = { role: 'staff', name: 'Asha Rao', email: 'asha@example.com' }
const standard: SignOptions = {
  algorithm: 'PS256',
  keyid: 'own',
  issuer: ACCESS_ISSUER,
  audience: ACCESS_AUDIENCE,
  subject: 'u1',
  expiresIn: 900,
}
const headers = { 'WWW-Authenticate': expect.any(String) }
const refused = { status: 401, code: 'auth.invalid_token', headers }

/** A good token, but for what is given; `undefined` leaves an option out. */
function sign(
  given: { [K in keyof SignOptions]?: SignOptions[K] | undefined } = {},
  claims: object = person,
  by = own,
) {
  const options = Object.entries({ ...standard, ...given }).filter(([, value]) => value !== undefined)
  return jwt.sign({ ver: 7, ...claims }, by.privateKey, Object.fromEntries(options) as SignOptions)
}
const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims = { ...person, ver: 7, iss: ACCESS_ISSUER, aud: ACCESS_AUDIENCE, sub: 'u1', exp: 4_000_000_000 }

/** Signed with the public key as if it were a shared secret, which everybody knows. */
function signedWithPublicKey(): string {
  const text = `${part({ alg: 'HS256', typ: 'JWT', kid: 'own' })}.${part(claims)}`
  const secret = own.publicKey.export({ type: 'spki', format: 'pem' })
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

function withOtherClaims(): string {
  const [header, , signature] = sign().split('.')
  return `${header}.${part({ ...claims, role: 'admin' })}.${signature}`
}

/** Signed as PS256, and said to be something else. */
function withHeader(header: object): string {
  const [, ...rest] = sign().split('.')
  return [part(header), ...rest].join('.')
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('an access token', () => {
  test('names its caller', async () => {
    const claims = { ...person, sid: 's1', ver: 7, auth_time: 1_700_000_000 }
    expect(await accessTokenVerifier(keys)(sign({}, claims))).toEqual({
      id: 'u1',
      ...person,
      sessionId: 's1',
      tokenVersion: 7,
      proof: { provenAt: 1_700_000_000_000, byProvider: false },
    })
  })

  test.each([
    ['signed by a stranger', sign({}, person, foreign)],
    ['with a kid nobody published', sign({ keyid: 'other' })],
    ['without a kid', sign({ keyid: undefined })],
    ['of no algorithm', `${part({ alg: 'none', typ: 'JWT', kid: 'own' })}.${part(claims)}.`],
    ['signed with the public key', signedWithPublicKey()],
    ['of another RSA algorithm', sign({ algorithm: 'RS512' })],
    ['of the older padding', sign({ algorithm: 'RS256' })],
    ['of a longer digest', sign({ algorithm: 'PS512' })],
    ['whose header names the other padding', withHeader({ alg: 'RS256', typ: 'JWT', kid: 'own' })],
    ['with claims put in later', withOtherClaims()],
    ['that calls critical what is not read', sign({ header: { alg: 'PS256', crit: ['exp'] } })],
    ['of another issuer', sign({ issuer: 'somebody' })],
    ['of no issuer', sign({ issuer: undefined })],
    ['for another audience', sign({ audience: 'mms-services' })],
    ['for no audience', sign({ audience: undefined })],
    ['that has expired', sign({ expiresIn: -1 })],
    ['that never expires', sign({ expiresIn: undefined })],
    ['that is not good yet', sign({ notBefore: 60 })],
    ['of nobody', sign({ subject: undefined })],
    ['of a role that is none', sign({}, { ...person, role: 'service' })],
    ['without a role', sign({}, { ...person, role: undefined })],
    ['of a service', signServiceToken('sales', serviceKey)],
    ['of a session that is none', sign({}, { ...person, sid: 7 })],
    ['of a version that is none', sign({}, { ...person, ver: '7' })],
    ['of no version', sign({}, { ...person, ver: undefined })],
    ['that is no token', 'abc'],
    ['with a header that is no JSON', `${part('{')}.${part(claims)}.${part('x')}`],
    ['with claims that are no JSON', `${part({ alg: 'PS256', typ: 'JWT', kid: 'own' })}.${part('{')}.x`],
    ['with a header that is a list', `${part([])}.${part(claims)}.${part('x')}`],
    ['with a kid that is an object', `${part({ alg: 'PS256', kid: {} })}.${part(claims)}.${part('x')}`],
  ])('%s is refused', async (_, token) => {
    await expect(accessTokenVerifier(keys)(token)).rejects.toMatchObject(refused)
  })

  test('that passed is not checked again, but refused without its key and from the second it expires', async () => {
    const checked = vi.spyOn(jwt, 'verify')
    let published = keys
    const verify = accessTokenVerifier((kid) => published(kid))
    vi.setSystemTime('2026-11-20T10:00:00Z')
    const token = sign()
    for (const at of ['10:00:00', '10:14:59']) {
      vi.setSystemTime(`2026-11-20T${at}Z`)
      expect(await verify(token)).toMatchObject({ id: 'u1' })
    }
    expect(checked).toHaveBeenCalledOnce()
    published = staticKeys({ keys: [] })
    await expect(verify(token)).rejects.toMatchObject(refused)
    published = keys
    vi.setSystemTime('2026-11-20T10:15:00Z')
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  test('issued by a clock that ran ahead is refused once it is right again, also where it passed before', async () => {
    const verify = accessTokenVerifier(keys)
    vi.setSystemTime('2026-11-20T15:30:00Z')
    const token = sign()
    expect(await verify(token)).toMatchObject({ id: 'u1' })
    vi.setSystemTime('2026-11-20T10:00:00Z')
    await expect(verify(token)).rejects.toMatchObject(refused)
    await expect(accessTokenVerifier(keys)(token)).rejects.toMatchObject(refused)
    // Clocks of two machines differ a little.
    vi.setSystemTime('2026-11-20T15:20:00Z')
    expect(await verify(token)).toMatchObject({ id: 'u1' })
  })

  test('answers 503, not 401, while the keys cannot be had', async () => {
    const unavailable = Object.assign(new Error('no keys'), { status: 503 })
    const verify = accessTokenVerifier(() => Promise.reject(unavailable))
    await expect(verify(sign())).rejects.toBe(unavailable)
  })
})
