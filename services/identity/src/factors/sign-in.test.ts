import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { codeOf, secondStepsOf } from '../../test/second-step.ts'
import { PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('the second step of a sign-in on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  const steps = secondStepsOf(identity)

  async function personWithApp() {
    const user = await identity.addUser()
    return { user, ...(await steps.addApp(user)) }
  }
  const sessionsOf = (userId: string) => identity.db('sessions').where('user_id', userId).pluck('id')

  test('is asked for after the password, which alone gives neither token nor cookie nor session', async () => {
    const { user } = await personWithApp()
    const before = await sessionsOf(user.id)
    const answer = await identity.login(user.email)
    const secondStep = { challenge: expect.any(String), methods: ['app', 'recovery'] }
    const required = { code: 'auth.second_step_required', secondStep }
    expect(answer).toMatchObject({ status: 401, body: required })
    expect([answer.headers.get('set-cookie'), 'token' in answer.body]).toEqual([null, false])
    expect(await sessionsOf(user.id)).toEqual(before)
    const wrong = await identity.login(user.email, 'wrong password')
    expect(wrong).toMatchObject({ status: 401, body: { code: 'auth.invalid_credentials' } })
    expect('secondStep' in wrong.body).toBe(false)
    // A challenge is no refresh token and no access token.
    const challenge = await steps.challengeOf(user.email)
    expect((await identity.refresh(challenge)).status).toBe(401)
    expect((await identity.client.get('/api/auth/second-step', { token: challenge })).status).toBe(401)
  })

  test('gives with the code of the app what a sign-in gives, and the cookie goes on by itself', async () => {
    const { user, secret } = await personWithApp()
    const answer = await steps.signIn(user, secret)
    const { id: _id, name, email, role } = user
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String), _id, name, email, role } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect((await identity.refresh(refreshTokenIn(answer))).status).toBe(200)
  })

  test('takes a code once only, also of two requests at once', async () => {
    const { user, secret } = await personWithApp()
    identity.clock.offset += 30_000
    const code = codeOf(secret, steps.now())
    const challenges = [await steps.challengeOf(user.email), await steps.challengeOf(user.email)]
    const both = await Promise.all(challenges.map((challenge) => steps.take({ challenge, code })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    const again = await steps.take({ challenge: await steps.challengeOf(user.email), code })
    const once = { code: 'auth.wrong_code', errors: { code: expect.stringMatching(/once|already/) } }
    expect(again).toMatchObject({ status: 401, body: once })
  })

  test('takes the codes of the half minutes beside, as people type them, and no others', async () => {
    const { user, secret } = await personWithApp()
    identity.clock.offset += 120_000
    const tryAt = async (ahead: number) => {
      const code = codeOf(secret, steps.now() + ahead).replace(/^.../, ' $& ')
      return (await steps.take({ challenge: await steps.challengeOf(user.email), code })).status
    }
    const far = [await tryAt(-60_000), await tryAt(90_000)]
    expect([...far, await tryAt(-30_000), await tryAt(30_000)]).toEqual([401, 401, 200, 200])
  })

  test('takes each of ten recovery codes once, in any spelling, also of two requests at once', async () => {
    const { user, recoveryCodes } = await personWithApp()
    expect(recoveryCodes).toHaveLength(10)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = '', third = ''] = recoveryCodes
    const use = async (recoveryCode: string) =>
      (await steps.take({ challenge: await steps.challengeOf(user.email), recoveryCode })).status
    expect(await use(first)).toBe(200)
    expect(await use(first)).toBe(401)
    expect(await use(` ${second.toUpperCase().replaceAll('-', ' ')}`)).toBe(200)
    expect(await use(`${second.slice(0, 2)}aa-aaaa-aaaa`)).toBe(401)
    const challenges = [await steps.challengeOf(user.email), await steps.challengeOf(user.email)]
    const take = (challenge: string) => steps.take({ challenge, recoveryCode: third })
    const both = await Promise.all(challenges.map(take))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(await identity.db('recovery_codes').where('user_id', user.id)).toHaveLength(7)
  })

  test('a challenge is good once, for its user, for ten minutes, until a new password or the end of the account', async () => {
    const asha = await personWithApp()
    const ravi = await personWithApp()
    const over = { status: 409, body: { code: 'auth.second_step_over' } }
    identity.clock.offset += 30_000
    const ofRavi = await steps.challengeOf(ravi.user.email)
    const code = codeOf(asha.secret, steps.now())
    // A code of one user with the challenge of another.
    expect(await steps.take({ challenge: ofRavi, code })).toMatchObject({ status: 401 })
    const [recoveryCode = ''] = asha.recoveryCodes
    expect((await steps.take({ challenge: ofRavi, recoveryCode })).status).toBe(401)
    const challenge = await steps.challengeOf(asha.user.email)
    expect((await steps.take({ challenge, code })).status).toBe(200)
    expect(await steps.take({ challenge, recoveryCode: asha.recoveryCodes[0] ?? '' })).toMatchObject(over)
    const late = await steps.challengeOf(asha.user.email)
    identity.clock.offset += 601_000
    expect(await steps.take({ challenge: late, code: codeOf(asha.secret, steps.now()) })).toMatchObject(over)
    const changed = await steps.challengeOf(asha.user.email)
    await identity.users.updateTokenVersion(asha.user.id, Date.now())
    const newer = codeOf(asha.secret, steps.now())
    expect(await steps.take({ challenge: changed, code: newer })).toMatchObject(over)
    const disabled = await steps.challengeOf(ravi.user.email)
    await identity.users.update(ravi.user.id, { ...ravi.user, disabled: true })
    const theirs = codeOf(ravi.secret, steps.now())
    expect(await steps.take({ challenge: disabled, code: theirs })).toMatchObject(over)
  })

  test('five wrong codes are looked at, from wherever they come; then one a minute', async () => {
    const { user, secret } = await personWithApp()
    const challenge = await steps.challengeOf(user.email)
    identity.clock.offset += 30_000
    const right = codeOf(secret, steps.now())
    const wrong = right === '000000' ? '000001' : '000000'
    for (let count = 0; count < 5; count += 1) {
      expect((await steps.take({ challenge, code: wrong })).status).toBe(401)
    }
    const refused = await steps.take({ challenge, code: right })
    expect(refused).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    identity.clock.offset += 61_000
    expect((await steps.take({ challenge, code: codeOf(secret, steps.now()) })).status).toBe(200)
  })

  test('guesses of someone who has the password do not keep the owner out at a device of a whole sign-in', async () => {
    const { user, secret, recoveryCodes } = await personWithApp()
    const headers = { cookie: `mms_device=${'d'.repeat(43)}` }
    const takeAt = async (step: object, at: { cookie: string }) => {
      const challenge = await steps.challengeOf(user.email)
      const body = { challenge, ...step }
      return (await identity.client.post('/api/auth/login/second-step', { body, headers: at })).status
    }
    identity.clock.offset += 30_000
    expect(await takeAt({ code: codeOf(secret, steps.now()) }, headers)).toBe(200)
    identity.clock.offset += 30_000
    const right = codeOf(secret, steps.now())
    const wrong = right === '000000' ? '000001' : '000000'
    // A sign-in with just the password does not make a device known.
    const guesser = { cookie: `mms_device=${'g'.repeat(43)}` }
    const login = { email: user.email, password: PASSWORD }
    await identity.client.post('/api/auth/login', { body: login, headers: guesser })
    for (let count = 0; count < 5; count += 1) expect(await takeAt({ code: wrong }, guesser)).toBe(401)
    expect(await takeAt({ code: right }, guesser)).toBe(429)
    expect(await takeAt({ code: right }, headers)).toBe(200)
    expect(await takeAt({ recoveryCode: recoveryCodes[0] }, guesser)).toBe(429)
    expect(await takeAt({ recoveryCode: recoveryCodes[0] }, headers)).toBe(200)
    for (let count = 0; count < 5; count += 1) expect(await takeAt({ code: wrong }, headers)).toBe(401)
    expect(await takeAt({ code: right }, headers)).toBe(429)
  })

  test('after a hundred wrong codes in a row the app is closed, and a recovery code opens the way', async () => {
    const { user, secret, recoveryCodes } = await personWithApp()
    await identity.db('authenticator_apps').where('user_id', user.id).update({ wrong_codes: 100 })
    const closed = await steps.signIn(user, secret)
    expect(closed).toMatchObject({ status: 401, body: { code: 'auth.app_closed' } })
    const [recoveryCode = ''] = recoveryCodes
    const challenge = await steps.challengeOf(user.email)
    expect((await steps.take({ challenge, recoveryCode })).status).toBe(200)
  })

  test('keeps secrets sealed and hashed, and out of the log', async () => {
    identity.lines.length = 0
    const { user, secret, recoveryCodes } = await personWithApp()
    const challenge = await steps.challengeOf(user.email)
    const tables = ['authenticator_apps', 'recovery_codes', 'factor_challenges']
    const stored = JSON.stringify(await Promise.all(tables.map((table) => identity.db(table).select())))
    const log = identity.lines.join('\n')
    expect(log).toContain('a second step was set up')
    const hidden = recoveryCodes.map((code) => code.slice(3).replaceAll('-', ''))
    for (const kept of [secret, challenge, ...hidden]) {
      expect(stored).not.toContain(kept)
      expect(log).not.toContain(kept)
    }
  })

  test('a secret in the row of another user does not open', async () => {
    const asha = await personWithApp()
    const ravi = await personWithApp()
    const { secret } = await identity.db('authenticator_apps').where('user_id', asha.user.id).first('secret')
    await identity.db('authenticator_apps').where('user_id', ravi.user.id).update({ secret })
    expect((await steps.signIn(ravi.user, asha.secret)).status).toBe(401)
  })
})
