import type { Approve, Problem } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type SecondSteps, secondStepsOf } from '../../test/second-step.ts'
import { PASSWORD, startIdentity, type TestIdentity } from '../../test/support.ts'

describe.each(testDatabases())('a password of a user with a second step on $name', (database) => {
  let identity: TestIdentity
  let steps: SecondSteps
  beforeAll(async () => {
    identity = await startIdentity(database)
    steps = secondStepsOf(identity)
  })
  afterAll(() => identity.close())

  async function administrator() {
    const user = await identity.addUser({ role: 'admin' })
    const { token, secret, recoveryCodes } = await steps.addApp(user)
    identity.clock.offset += 601_000
    return { user, token, secret, recoveryCodes }
  }
  const prove = (token: string, secondStep?: object) =>
    steps.post<Problem>(
      '/api/auth/reauthenticate',
      { password: PASSWORD, ...(secondStep && { secondStep }) },
      token,
    )
  const change = async (token: string) =>
    (
      await identity.client.put('/api/auth/settings', {
        token,
        body: { administratorsNeedSecondStep: false },
      })
    ).status
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
    expect((await prove(token, { challenge, code })).status).toBe(204)
    expect(await change(token)).toBe(200)
    expect((await prove(token, { challenge, code })).status).toBe(409)
    const next = (await prove(token)).body.secondStep?.challenge ?? ''
    expect(await prove(token, { challenge: next, code })).toMatchObject(wrong)
  })

  test('is not helped by the second step of another user', async () => {
    const [mine, theirs] = [await administrator(), await administrator()]
    const challenge = (await prove(theirs.token)).body.secondStep?.challenge ?? ''
    const code = codeOf(theirs.secret, steps.now())
    expect((await prove(mine.token, { challenge, code })).status).toBe(409)
    expect(await change(mine.token)).toBe(403)
  })

  test('approves nothing without the code either, and with a recovery code', async () => {
    const { user, recoveryCodes } = await administrator()
    const staff = await identity.tokenOf('staff')
    const approve = (more: Partial<Approve> = {}) =>
      steps.post<Problem & { approval?: string }>(
        '/api/auth/approvals',
        {
          email: user.email,
          password: PASSWORD,
          purpose: 'sales.return',
          subject: 'key medicine 40 2.5',
          ...more,
        },
        staff,
      )
    const asked = await approve()
    expect(asked).toMatchObject(needed)
    const challenge = asked.body.secondStep?.challenge ?? ''
    expect(await approve({ secondStep: { challenge, code: '000000' } })).toMatchObject(wrong)
    const secondStep = { challenge, recoveryCode: recoveryCodes[0] }
    expect(await approve({ secondStep })).toMatchObject({
      status: 200,
      body: { approval: expect.any(String) },
    })
    expect((await approve({ secondStep })).status).toBe(409)
  })
})
