import type { Approve, LoginResponse, Problem } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { codeOf, secondStepsOf } from '../../test/second-step.ts'
import { PASSWORD, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('a password of a user with a second step on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  const steps = secondStepsOf(identity)

  async function administrator() {
    const user = await identity.addUser({ role: 'admin' })
    const { token, secret, recoveryCodes } = await steps.addApp(user)
    identity.clock.offset += 601_000
    return { user, token, secret, recoveryCodes }
  }
  const prove = (token: string, secondStep?: object) =>
    steps.post<Problem & LoginResponse>('/api/auth/reauthenticate', { password: PASSWORD, secondStep }, token)
  const change = async (token: string) => (await steps.saveSettings(token, false)).status
  const needed = { status: 403, body: { code: 'auth.second_step_required' } }
  const wrong = { status: 400, body: { code: 'auth.wrong_code' } }

  test('proves nothing again without the code, which is good once', async () => {
    const { token, secret } = await administrator()
    const asked = await prove(token)
    expect(asked).toMatchObject({ ...needed, body: { secondStep: { methods: ['app', 'recovery'] } } })
    expect(await change(token)).toBe(403)
    const challenge = asked.body.secondStep?.challenge ?? ''
    expect(await prove(token, { challenge, code: '000000' })).toMatchObject(wrong)
    expect(await change(token)).toBe(403)
    const code = codeOf(secret, steps.now())
    const proven = await prove(token, { challenge, code })
    expect(proven.status).toBe(200)
    const { token: newer } = proven.body
    expect(await change(newer)).toBe(200)
    expect((await prove(newer, { challenge, code })).status).toBe(409)
    const next = (await prove(newer)).body.secondStep?.challenge ?? ''
    expect(await prove(newer, { challenge: next, code })).toMatchObject(wrong)
    // The second step of one user does not help another.
    const other = await administrator()
    const theirs = (await prove(other.token)).body.secondStep?.challenge
    const theirCode = codeOf(other.secret, steps.now())
    expect((await prove(newer, { challenge: theirs, code: theirCode })).status).toBe(409)
    expect(await change(newer)).toBe(403)
  })

  /** Returns everything that signs this user in. */
  const factorsOf = async (id: string) => [
    await identity.db('users').where({ id }).pluck('password_hash'),
    await identity.db('authenticator_apps').where('user_id', id).pluck('secret'),
    await identity.db('recovery_codes').where('user_id', id).orderBy('selector').pluck('hash'),
    await identity.db('factor_challenges').where('user_id', id).whereIn('purpose', ['app', 'passkey']),
  ]

  test.each([
    ['password', { newPassword: 'seven quiet lanterns' }],
    ['second-step/app', {}],
    ['second-step/passkeys', {}],
    ['second-step/recovery-codes', {}],
    ['second-step/remove', { factor: 'app' }],
  ])('changes nothing at %s with a stolen session, until the code comes too', async (path, more) => {
    const { user, token, secret } = await administrator()
    const before = await factorsOf(user.id)
    const ask = (secondStep?: object) => {
      const body = { currentPassword: PASSWORD, ...more, secondStep }
      const headers = { origin: 'http://localhost:5000' }
      return identity.client.post<Problem>(`/api/auth/${path}`, { token, body, headers })
    }
    const asked = await ask()
    expect(asked).toMatchObject(needed)
    const challenge = asked.body.secondStep?.challenge ?? ''
    expect(await ask({ challenge, code: '000000' })).toMatchObject(wrong)
    expect(await factorsOf(user.id)).toEqual(before)
    expect((await ask({ challenge, code: codeOf(secret, steps.now()) })).status).toBeLessThan(300)
    expect(await factorsOf(user.id)).not.toEqual(before)
  })

  test('a new password that is refused uses no code up', async () => {
    const { token, secret } = await administrator()
    const change = (newPassword: string, secondStep?: object) => {
      const body = { currentPassword: PASSWORD, newPassword, secondStep }
      return steps.post<Problem>('/api/auth/password', body, token)
    }
    const challenge = (await change('seven quiet lanterns')).body.secondStep?.challenge ?? ''
    const secondStep = { challenge, code: codeOf(secret, steps.now()) }
    expect((await change('password1234', secondStep)).body.code).toBe('auth.easy_password')
    expect((await change('seven quiet lanterns', secondStep)).status).toBe(200)
  })

  test('one that was given is changed by itself: the sign-in a moment ago took the code', async () => {
    const { user, secret } = await administrator()
    await identity.db('users').where({ id: user.id }).update({ must_change_password: true })
    const { token } = (await steps.signIn(user, secret)).body
    const body = { currentPassword: PASSWORD, newPassword: 'seven quiet lanterns' }
    expect((await steps.post('/api/auth/password', body, token)).status).toBe(200)
  })

  test('approves nothing without the code either, and with a recovery code', async () => {
    const { user, recoveryCodes } = await administrator()
    const staff = await identity.tokenOf('staff')
    const approve = (secondStep?: Approve['secondStep']) => {
      const what = { purpose: 'sales.return', subject: 'key medicine 40 2.5' }
      const body = { email: user.email, password: PASSWORD, ...what, secondStep }
      return steps.post<Problem & { approval?: string }>('/api/auth/approvals', body, staff)
    }
    const asked = await approve()
    expect(asked).toMatchObject(needed)
    const challenge = asked.body.secondStep?.challenge ?? ''
    expect(await approve({ challenge, code: '000000' })).toMatchObject(wrong)
    const secondStep = { challenge, recoveryCode: recoveryCodes[0] }
    const approved = { status: 200, body: { approval: expect.any(String) } }
    expect(await approve(secondStep)).toMatchObject(approved)
    expect((await approve(secondStep)).status).toBe(409)
  })
})
