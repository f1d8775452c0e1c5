import type { NewApp, OwnSecondStep, Problem, RecoveryCodes } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { afterEach, describe, expect, test } from 'vitest'
import { codeOf, secondStepsOf } from '../../test/second-step.ts'
import { PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'

const OWN = '/api/auth/second-step'
const SETTINGS = '/api/auth/settings'
const proven = { currentPassword: PASSWORD }

describe.each(testDatabases())('setting up a second step on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  const steps = secondStepsOf(identity)
  afterEach(() => identity.db('sign_in_settings').delete())

  const show = async (token: string) => (await identity.client.get<OwnSecondStep>(OWN, { token })).body
  const tokenFor = async (email: string) => (await identity.login(email)).body.token
  const put = steps.saveSettings

  async function adminWithApp() {
    const user = await identity.addUser({ role: 'admin' })
    return { user, ...(await steps.addApp(user)) }
  }

  test('an app counts once its first code came back, and ten recovery codes are shown once', async () => {
    const user = await identity.addUser()
    const token = await tokenFor(user.email)
    const none = { app: null, passkeys: [], recoveryCodesLeft: 0, required: false, byProvider: false }
    expect(await show(token)).toEqual(none)
    const begun = await steps.post<NewApp>(`${OWN}/app`, proven, token)
    expect(begun.headers.get('cache-control')).toBe('no-store')
    const { challenge, secret, address } = begun.body
    const account = `Medicine%20Management%20System:${encodeURIComponent(user.email)}`
    for (const part of [`otpauth://totp/${account}`, `secret=${secret}`]) expect(address).toContain(part)
    expect((await identity.login(user.email)).status).toBe(200)
    const wrong = await steps.post<Problem>(`${OWN}/app/confirm`, { challenge, code: '000000' }, token)
    expect(wrong).toMatchObject({ status: 400, body: { code: 'auth.wrong_code' } })
    const confirm = { challenge, code: codeOf(secret, steps.now()) }
    const { body } = await steps.post<RecoveryCodes>(`${OWN}/app/confirm`, confirm, token)
    expect(body.recoveryCodes).toHaveLength(10)
    expect(await show(token)).toMatchObject({ app: expect.any(String), recoveryCodesLeft: 10 })
    expect((await steps.post(`${OWN}/app/confirm`, confirm, token)).status).toBe(409)
    // The code of the set-up does not sign in as well.
    const signIn = { challenge: await steps.challengeOf(user.email), code: confirm.code }
    expect((await steps.take(signIn)).status).toBe(401)
  })

  test('what a replica began whose clock is a little ahead goes on, and what a wrong clock began does not', async () => {
    const user = await identity.addUser()
    const { secret } = await steps.addApp(user)
    const begunAhead = async (byMs: number) => {
      identity.clock.offset += byMs
      const challenge = await steps.challengeOf(user.email)
      identity.clock.offset -= byMs
      return challenge
    }
    const [near, far] = [await begunAhead(30_000), await begunAhead(3_600_000)]
    const code = codeOf(secret, steps.now() + 30_000)
    expect((await steps.take({ challenge: far, code })).status).toBe(409)
    expect((await steps.take({ challenge: near, code })).status).toBe(200)
  })

  test.each([
    [10 * 60_000, 'the clock of the phone is 10 minutes ahead'],
    [-25 * 60_000, 'the clock of the phone is 25 minutes behind'],
  ])('a phone that is %i ms off is recognised', async (off, words) => {
    const token = await identity.tokenOf('staff')
    const { challenge, secret } = (await steps.post<NewApp>(`${OWN}/app`, proven, token)).body
    const body = { challenge, code: codeOf(secret, steps.now() + off) }
    const answer = await steps.post<Problem>(`${OWN}/app/confirm`, body, token)
    expect([answer.status, answer.body.errors?.code]).toEqual([400, expect.stringContaining(words)])
  })

  test('what one user began another cannot confirm', async () => {
    const [asha, ravi] = [await identity.tokenOf('staff'), await identity.tokenOf('staff')]
    const { challenge, secret } = (await steps.post<NewApp>(`${OWN}/app`, proven, asha)).body
    const body = { challenge, code: codeOf(secret, steps.now()) }
    expect((await steps.post(`${OWN}/app/confirm`, body, ravi)).status).toBe(409)
    expect(await show(ravi)).toMatchObject({ app: null })
  })

  test.each(['app', 'passkeys', 'recovery-codes', 'remove'])('%s needs the own password', async (path) => {
    const token = await identity.tokenOf('staff')
    const body = { currentPassword: 'not mine', ...(path === 'remove' && { factor: 'app' }) }
    const headers = { origin: 'http://localhost:5000' }
    const answer = await identity.client.post(`${OWN}/${path}`, { body, token, headers })
    expect(answer).toMatchObject({ status: 400, body: { code: 'auth.wrong_password' } })
  })

  test('new recovery codes take the place of the old ones', async () => {
    const user = await identity.addUser()
    const { recoveryCodes, ...own } = await steps.addApp(user)
    const { body } = await steps.postProven<RecoveryCodes>(`${OWN}/recovery-codes`, {}, own)
    const use = async (recoveryCode = '') =>
      (await steps.take({ challenge: await steps.challengeOf(user.email), recoveryCode })).status
    expect([await use(recoveryCodes[0]), await use(body.recoveryCodes[0])]).toEqual([401, 200])
    const plain = await identity.tokenOf('staff')
    expect((await steps.post(`${OWN}/recovery-codes`, proven, plain)).status).toBe(409)
  })

  test('removed, it is asked for no more, and its recovery codes are gone', async () => {
    const user = await identity.addUser()
    const own = await steps.addApp(user)
    expect((await steps.postProven(`${OWN}/remove`, { factor: 'app' }, own)).status).toBe(204)
    expect((await identity.login(user.email)).status).toBe(200)
    expect(await identity.db('recovery_codes').where('user_id', user.id)).toEqual([])
  })

  describe('when administrators need one', () => {
    test('only an administrator who has one switches it on, on record', async () => {
      const without = await identity.tokenOf('admin')
      const first = { status: 409, body: { code: 'auth.second_step_first' } }
      expect(await put(without, true)).toMatchObject(first)
      const { user, token } = await adminWithApp()
      const settings = { administratorsNeedSecondStep: true, pinsAllowed: false }
      expect(await put(token, true)).toMatchObject({ status: 200, body: settings })
      expect((await identity.client.get(SETTINGS, { token })).body).toEqual(settings)
      const changes = identity.db('audit_entries').where({ action: 'settings.changed' })
      expect(await changes.orderBy('id', 'desc').first('actor_id')).toEqual({ actor_id: user.id })
      const staff = await identity.tokenOf('staff')
      expect([(await put(staff, false)).status, (await put(token, false)).status]).toEqual([403, 200])
      const off = { administratorsNeedSecondStep: false }
      expect((await identity.client.get(SETTINGS, { token })).body).toMatchObject(off)
    })

    test('one without sets it up before anything else, and is signed in then', async () => {
      await put((await adminWithApp()).token, true)
      const user = await identity.addUser({ role: 'admin' })
      const refused = await identity.login(user.email)
      const body = { code: 'auth.second_step_missing', secondStep: { methods: ['set-up'] } }
      expect(refused).toMatchObject({ status: 401, body })
      expect(refused.headers.get('set-cookie')).toBeNull()
      const challenge = (refused.body as unknown as Problem).secondStep?.challenge ?? ''
      const another = await steps.challengeOf(user.email)
      // This challenge proves the password only, so it cannot be used to sign in.
      expect((await steps.take({ challenge, code: '123456' })).body.code).toBe('auth.second_step_over')
      const path = '/api/auth/login/second-step/set-up'
      const { secret } = (await steps.post<NewApp>(path, { challenge })).body
      const begun = (await steps.post<NewApp>(path, { challenge: another })).body
      const confirm = { challenge, code: codeOf(secret, steps.now()) }
      const answer = await steps.post<RecoveryCodes & { token: string }>(`${path}/confirm`, confirm)
      expect(answer.body).toMatchObject({ token: expect.any(String), email: user.email })
      expect(answer.body.recoveryCodes).toHaveLength(10)
      expect((await identity.refresh(refreshTokenIn(answer))).status).toBe(200)
      expect((await steps.post(`${path}/confirm`, confirm)).status).toBe(409)
      // What was begun before there was one does not replace it.
      const late = { challenge: another, code: codeOf(begun.secret, steps.now()) }
      expect((await steps.post(`${path}/confirm`, late)).status).toBe(409)
      expect((await steps.signIn(user, secret)).status).toBe(200)
    })

    test('tokens and sessions of administrators without one end, and no others', async () => {
      const user = await identity.addUser({ role: 'admin' })
      const before = await identity.login(user.email)
      const staff = await identity.login((await identity.addUser()).email)
      const { token } = await adminWithApp()
      await put(token, true)
      const use = async (each: string) => (await identity.client.get(OWN, { token: each })).status
      expect([await use(token), await use(staff.body.token)]).toEqual([200, 200])
      expect(await use(before.body.token)).toBe(401)
      expect((await identity.refresh(refreshTokenIn(before))).status).toBe(401)
      expect((await identity.refresh(refreshTokenIn(staff))).status).toBe(200)
    })

    test('the last one cannot be removed', async () => {
      const { token, secret } = await adminWithApp()
      await put(token, true)
      const refused = { status: 409, body: { code: 'auth.second_step_needed' } }
      const removed = await steps.postProven(`${OWN}/remove`, { factor: 'app' }, { token, secret })
      expect(removed).toMatchObject(refused)
      const kept = { app: expect.any(String), required: true, recoveryCodesLeft: 10 }
      expect(await show(token)).toMatchObject(kept)
    })
  })

  describe('a lost phone', () => {
    test('an administrator removes the second step of a user, whose sessions end, and not their own', async () => {
      const user = await identity.addUser()
      const { secret } = await steps.addApp(user)
      const signedIn = await steps.signIn(user, secret)
      const admin = await identity.tokenOf('admin')
      const remove = (id: string, token = admin) =>
        identity.client.delete(`/api/users/${id}/second-step`, { token })
      const staff = await identity.tokenOf('staff')
      expect((await remove(user.id, staff)).status).toBe(403)
      const list = async () =>
        (await identity.client.get<string[]>('/api/users/second-steps', { token: admin })).body
      expect(await list()).toContain(user.id)
      identity.lines.length = 0
      expect((await remove(user.id)).status).toBe(204)
      expect(await list()).not.toContain(user.id)
      expect(identity.lines.join('\n')).toContain(user.id)
      expect((await identity.refresh(refreshTokenIn(signedIn))).status).toBe(401)
      expect((await identity.login(user.email)).status).toBe(200)
      expect((await remove('01980000-0000-7000-8000-000000000000')).status).toBe(404)
      // The own one is not removed this way, which needs no password.
      const own = await adminWithApp()
      const refused = { status: 409, body: { code: 'auth.own_second_step' } }
      expect(await remove(own.user.id, own.token)).toMatchObject(refused)
    })
  })
})
