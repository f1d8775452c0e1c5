import type { Problem, SignInSettings } from '@mms/contracts'
import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import jwt from 'jsonwebtoken'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { secondStepsOf } from '../../test/second-step.ts'
import { refreshTokenIn, startIdentity } from '../../test/support.ts'
import { type CounterCalls, PIN, switchUserOf } from '../../test/switch-user.ts'

const authTimeOf = (token: string) => (jwt.decode(token) as { auth_time: number }).auth_time

describe.each(testDatabases())('the time of the last proof in a token on $name', (database: TestDatabase) => {
  const identity = openForTests(() => startIdentity(database))
  let counter: CounterCalls
  beforeAll(async () => {
    counter = switchUserOf(identity)
  })
  afterEach(async () => {
    identity.clock.offset = 0
    await identity.db('sign_in_settings').delete()
  })

  const now = () => Math.floor((Date.now() + identity.clock.offset) / 1_000)

  test('is that of the sign-in, also after a refresh, and of a password that is typed again', async () => {
    const { email } = await identity.addUser({ role: 'admin' })
    const signedIn = await identity.login(email)
    const first = authTimeOf(signedIn.body.token)
    expect(Math.abs(first - now())).toBeLessThan(30)
    identity.clock.offset = 660_000
    const { token } = (await identity.refresh(refreshTokenIn(signedIn))).body
    expect(authTimeOf(token)).toBe(first)
    expect(authTimeOf(await counter.confirm(token))).toBeGreaterThanOrEqual(first + 600)
  })

  test('is the beginning of time in a session that begins with a PIN', async () => {
    await counter.allow(true)
    const { ravi, asha, device } = await counter.openCounter()
    const { token } = (await counter.change(asha, ravi.user.id, device, PIN)).body
    expect(authTimeOf(token)).toBe(0)
  })

  test('switching the second step on ends the tokens of administrators without one, and of nobody else', async () => {
    const steps = secondStepsOf(identity)
    const [owner, other] = [
      await identity.addUser({ role: 'admin' }),
      await identity.addUser({ role: 'admin' }),
    ]
    const { token } = await steps.addApp(owner)
    const others = await identity.login(other.email)
    const staff = await identity.tokenOf('staff')
    const isGood = async (each: string) =>
      (await identity.client.get<Problem>('/api/auth/second-step', { token: each })).status === 200
    const body = { administratorsNeedSecondStep: true }
    expect((await identity.client.put<SignInSettings>('/api/auth/settings', { token, body })).status).toBe(
      200,
    )
    expect([await isGood(token), await isGood(others.body.token), await isGood(staff)]).toEqual([
      true,
      false,
      true,
    ])
  })
})
