import { DAY_MS } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { secondStepsOf } from '../../test/second-step.ts'
import { PASSWORD, startIdentity } from '../../test/support.ts'
import { PATH, switchUserOf } from '../../test/switch-user.ts'
import type { StoredUser } from '../users/store.ts'

describe.each(testDatabases())('a PIN ends on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  const counter = switchUserOf(identity)
  beforeEach(async () => {
    await identity.db('sign_in_settings').delete()
    await counter.allow(true)
  })

  type Counter = Awaited<ReturnType<typeof counter.openCounter>>
  const ends = async (at: Counter) => {
    expect((await counter.show(at.asha.token, at.device)).people).toEqual([])
    expect(await counter.codeOf(at.goOn())).toBe('auth.no_pin')
    await identity.prune()
    expect(await identity.db('device_pins').where('user_id', at.ravi.user.id)).toEqual([])
  }

  const update = async ({ id, name }: StoredUser, changes: object) => {
    const body = { name, role: 'staff', disabled: false, ...changes }
    await identity.client.put(`/api/users/${id}`, { token: await identity.tokenOf('admin'), body })
  }
  const changePassword = (token: string) => {
    const body = { currentPassword: PASSWORD, newPassword: 'another quiet lantern' }
    return identity.client.post('/api/auth/password', { token, body, headers: counter.headers() })
  }

  test.each<[string, (ravi: Counter['ravi']) => Promise<unknown>]>([
    ['with the password', ({ token }) => changePassword(token)],
    ['with another role', ({ user }) => update(user, { role: 'admin' })],
    ['with signing out everywhere', ({ token }) => identity.client.delete('/api/auth/sessions', { token })],
    // The new second step was not taken on the device.
    ['with a new second step', ({ user, token }) => secondStepsOf(identity).addApp(user, token)],
  ])('%s', async (_, end) => {
    const at = await counter.openCounter()
    await end(at.ravi)
    await ends(at)
  })

  test('when the user is disabled, and stays ended when that is over', async () => {
    const at = await counter.openCounter()
    for (const disabled of [true, false]) {
      await update(at.ravi.user, { disabled })
      expect(await counter.codeOf(at.goOn())).toBe('auth.no_pin')
    }
    await ends(at)
  })

  test('90 days after its last use', async () => {
    const at = await counter.openCounter()
    identity.clock.offset += 89 * DAY_MS
    at.asha = await counter.signIn(at.device)
    expect((await counter.change(at.asha, at.ravi.user.id, at.device)).status).toBe(200)
    identity.clock.offset += 89 * DAY_MS
    at.asha = await counter.signIn(at.device)
    await identity.prune()
    expect((await counter.show(at.asha.token, at.device)).people).toHaveLength(1)
    identity.clock.offset += 2 * DAY_MS
    at.goOn = () => counter.change(at.asha, at.ravi.user.id, at.device)
    await ends(at)
  })

  test('with *Remove*, on this device alone', async () => {
    const at = await counter.openCounter()
    const other = await counter.signIn(undefined, at.ravi.user)
    await counter.setPin(other.token, other.device)
    const remove = () =>
      identity.client.delete(`${PATH}/pin`, { token: at.ravi.token, headers: counter.headers(at.device) })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 204])
    expect(await counter.codeOf(at.goOn())).toBe('auth.no_pin')
    expect((await counter.show(other.token, other.device)).hasPin).toBe(true)
    expect((await counter.records('pin.removed'))[0]?.subject).toBe(at.ravi.user.id)
  })

  test('when an administrator switches it off, for good', async () => {
    const at = await counter.openCounter()
    await counter.allow(false)
    expect(await counter.show(at.asha.token, at.device)).toMatchObject({ on: false, people: [] })
    expect(await counter.codeOf(at.goOn())).toBe('auth.pins_off')
    expect(await counter.codeOf(counter.setPin(at.asha.token, at.device))).toBe('auth.pins_off')
    await counter.allow(true)
    await ends(at)
  })
})
