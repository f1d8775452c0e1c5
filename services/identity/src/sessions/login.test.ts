import { accessTokenVerifier, remoteKeys } from '@mms/service-kit'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('login on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))

  test('answers exactly token, _id, name, email and role, for the address in any case', async () => {
    const user = await identity.addUser({ role: 'admin' })
    const answer = await identity.login(` ${user.email.toUpperCase()} `)
    expect(answer.status).toBe(200)
    const { id: _id, name, email } = user
    expect(answer.body).toEqual({ token: expect.any(String), _id, name, email, role: 'admin' })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('gives a token that others can check with the published keys', async () => {
    const user = await identity.addUser()
    const { token } = (await identity.login(user.email)).body
    const verify = accessTokenVerifier(remoteKeys(`${identity.client.url}/.well-known/jwks.json`))
    const { id, name, email } = user
    const [session] = await identity.db('sessions').where('user_id', id)
    const proof = { provenAt: expect.any(Number), byProvider: false }
    const caller = { id, name, email, role: 'staff', sessionId: session.id, tokenVersion: 0, proof }
    expect(await verify(token)).toEqual(caller)
    const claims = JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())
    expect(claims).toMatchObject({ iss: 'mms-identity', aud: 'mms', exp: claims.iat + 900 })
  })

  test('answers an unknown, a disabled and a known account alike, after the same hashing', async () => {
    const known = await identity.addUser()
    const disabled = await identity.addUser({ disabled: true })
    const rightly = [disabled.email, 'nobody@example.com'].map((email) => [email, PASSWORD] as const)
    for (const [email, password] of [[known.email, 'wrong password'] as const, ...rightly]) {
      const before = identity.counted.verified
      const answer = await identity.login(email, password)
      expect(identity.counted.verified).toBe(before + 1)
      expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } })
      expect(refreshTokenIn(answer)).toBeUndefined()
      const { requestId, ...rest } = answer.body as unknown as Record<string, unknown>
      expect(rest).toMatchObject({ code: 'auth.invalid_credentials', status: 401 })
    }
  })

  test('ends the session that the browser held before', async () => {
    const user = await identity.addUser()
    const old = refreshTokenIn(await identity.login(user.email))
    await identity.login(user.email, PASSWORD, { cookie: old })
    expect((await identity.refresh(old)).status).toBe(401)
  })

  test.each([
    ['login', { email: 'a@b.co', password: PASSWORD }],
    ['refresh', undefined],
    ['logout', undefined],
    ['login/second-step', { challenge: 'x', code: '123456' }],
    ['password', { currentPassword: PASSWORD, newPassword: 'a brand new password' }],
    ['approvals', { email: 'a@b.co', password: PASSWORD, purpose: 'sales.return', subject: 'key' }],
    ['till/person', { userId: '0199d7a0-1b2c-7000-8000-0a1b2c3d4e5f', pin: '290417' }],
  ])('refuses what another site makes a browser send to %s', async (path, body) => {
    const { token } = (await identity.login((await identity.addUser()).email)).body
    const headers = { 'sec-fetch-site': 'cross-site' }
    const answer = await identity.client.post(`/api/auth/${path}`, { headers, token, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.cross_site' } })
  })

  test('does not look at an endless password', async () => {
    const before = identity.counted.verified
    const answer = await identity.login('a@b.co', 'x'.repeat(201))
    expect(answer).toMatchObject({ status: 400, body: { errors: { password: expect.any(String) } } })
    expect(identity.counted.verified).toBe(before)
  })
})
