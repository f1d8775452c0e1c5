import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import jwt from 'jsonwebtoken'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildKeys, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('a logout that comes late on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let asha: { token: string; cookie: string }
  let ravi: typeof asha
  const signIn = async () => identity.signIn((await identity.addUser()).email)
  beforeEach(async () => {
    identity.clock.offset = 0
    ;[asha, ravi] = await Promise.all([signIn(), signIn()])
  })
  const lives = async ({ cookie }: typeof asha) => (await identity.refresh(cookie)).status === 200

  test('ends the session of its token and not that of the cookie, which stays', async () => {
    const answer = await identity.logout(ravi.cookie, asha.token)
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null])
    expect([await lives(asha), await lives(ravi)]).toEqual([false, true])
  })

  test('needs no cookie, and is told to everybody once', async () => {
    const { length } = await identity.db('outbox')
    for (let time = 0; time < 2; time += 1) {
      expect((await identity.logout(undefined, asha.token)).status).toBe(204)
    }
    expect(await identity.db('outbox')).toHaveLength(length + 1)
    expect([await lives(asha), await lives(ravi)]).toEqual([false, true])
  })

  test('counts with a token that has expired meanwhile', async () => {
    const { iat = 0, exp: _exp, ...claims } = jwt.decode(asha.token) as jwt.JwtPayload
    const old = jwt.sign({ ...claims, iat: iat - 86_400, exp: iat - 85_500 }, identity.keys.privateKey, {
      algorithm: 'PS256',
      keyid: identity.keys.kid,
    })
    expect((await identity.logout(undefined, old)).status).toBe(204)
    expect(await lives(asha)).toBe(false)
  })

  test('clears the cookie where it is the session’s own, or of none', async () => {
    for (const cookie of [asha.cookie, asha.cookie, undefined]) {
      const answer = await identity.logout(cookie, asha.token)
      expect(answer.headers.get('set-cookie')).toMatch(/^mms_refresh=; Max-Age=0/)
    }
    expect(await lives(asha)).toBe(false)
  })

  test('with a token that is not ours ends nothing but what its cookie may end', async () => {
    const strangers = buildKeys()
    const claims = jwt.decode(asha.token) as object
    const forged = jwt.sign(claims, strangers.privateKey, { algorithm: 'PS256', keyid: identity.keys.kid })
    await identity.logout(undefined, forged)
    expect(await lives(asha)).toBe(true)
    await identity.logout(ravi.cookie, 'no.token.atall')
    expect(await lives(ravi)).toBe(false)
  })
})
