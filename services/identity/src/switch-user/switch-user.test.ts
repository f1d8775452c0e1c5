import { DAY_MS, type Problem, type Session } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { settingsFor } from '../../test/provider.ts'
import { secondStepsOf } from '../../test/second-step.ts'
import { buildPerson, deviceIn, PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'
import { PATH, PIN, switchUserOf, WRONG } from '../../test/switch-user.ts'
import { createFactorStore } from '../factors/store.ts'
import { createProviderAccountStore } from '../single-sign-on/store.ts'
import type { StoredUser } from '../users/store.ts'

describe.each(testDatabases())('changing the person by PIN on $name', (database) => {
  const singleSignOn = settingsFor('https://provider.test')
  const identity = openForTests(() => startIdentity(database, { singleSignOn }))
  const counter = switchUserOf(identity)
  beforeEach(async () => {
    await identity.db('sign_in_settings').delete()
    await counter.allow(true)
  })

  test('the right one goes on as the other user, in a session of their own; the first one ends', async () => {
    const { ravi, asha, device, goOn } = await counter.openCounter()
    const people = [{ _id: ravi.user.id, name: 'Ravi Iyer' }]
    const shown = { on: true, allowed: true, hasPin: false, people }
    expect(await counter.show(asha.token, device)).toEqual(shown)
    const answer = await goOn()
    expect(answer).toMatchObject({ status: 200, body: { ...people[0], role: 'staff' } })
    expect(deviceIn(answer)).toBe(device)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect([await counter.isOver(asha), await counter.isOver(ravi)]).toEqual([true, false])
    expect((await identity.refresh(asha.cookie)).status).toBe(401)
    expect((await identity.refresh(refreshTokenIn(answer))).body._id).toBe(ravi.user.id)
    const { token } = answer.body
    const sessions = (await identity.client.get<Session[]>('/api/auth/sessions', { token })).body
    expect(sessions).toHaveLength(2)
    expect(await counter.show(token, device)).toMatchObject({ hasPin: true, people: [] })
    const [entry] = await counter.records('pin.used')
    expect(entry).toMatchObject({ actorId: ravi.user.id, subject: asha.user.id, address: expect.any(String) })
  })

  test('is worth nothing on another device, or without one', async () => {
    const { ravi, asha, device } = await counter.openCounter()
    const elsewhere = await counter.signIn()
    const refusalAt = (device?: string) => counter.codeOf(counter.change(elsewhere, ravi.user.id, device))
    for (const at of [elsewhere.device, undefined]) {
      expect((await counter.show(elsewhere.token, at)).people).toEqual([])
      expect(await refusalAt(at)).toBe('auth.no_pin')
    }
    // A PIN of another user on that device is no PIN of this one.
    await counter.setPin(elsewhere.token, elsewhere.device)
    expect(await refusalAt(elsewhere.device)).toBe('auth.no_pin')
    expect(await counter.isOver(elsewhere)).toBe(false)
    expect((await counter.records('pin.refused'))[0]).toMatchObject({ after: { reason: 'auth.no_pin' } })
    expect((await counter.change(asha, ravi.user.id, device)).status).toBe(200)
  })

  const easyPins = ['777777', '890123', '987654', '121212', '712712', '13579', '12a456']
  test.each(easyPins)('refuses %j as one', async (pin) => {
    const { token, device } = await counter.signIn()
    const answer = await counter.setPin(token, device, pin)
    expect(answer).toMatchObject({ status: 400, body: { errors: { pin: expect.any(String) } } })
    expect((await counter.show(token, device)).hasPin).toBe(false)
  })

  test('is set after a recent proof of the password only, and gives a browser without one its device', async () => {
    const { user, token } = await counter.signIn()
    identity.clock.offset += 11 * 60_000
    expect(await counter.codeOf(counter.setPin(token))).toBe('auth.reauthenticate')
    const answer = await counter.setPin(await counter.confirm(token))
    expect(answer.status).toBe(204)
    const device = deviceIn(answer) ?? ''
    const asha = await counter.signIn(device)
    expect((await counter.change(asha, user.id, device)).status).toBe(200)
    const stored = await identity.db('device_pins').where('user_id', user.id).first()
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${PIN}|${device}`))
  })

  test('is no recent proof: user administration, and another PIN, ask for the password, or for the provider', async () => {
    const { ravi, asha, goOn, device } = await counter.openCounter({ role: 'admin' })
    const { token, role } = (await goOn()).body
    expect(role).toBe('admin')
    const adding = identity.client.post<Problem>('/api/users', { token, body: buildPerson() })
    expect(await counter.codeOf(adding)).toBe('auth.reauthenticate')
    expect(await counter.codeOf(counter.setPin(token, device))).toBe('auth.reauthenticate')
    expect((await counter.setPin(await counter.confirm(token), device)).status).toBe(204)
    await createProviderAccountStore(identity.db).insert(v7(), ravi.user.id, new Date())
    const next = await counter.signIn(device, asha.user)
    const ofProvider = (await counter.change(next, ravi.user.id, device)).body.token
    expect(await counter.codeOf(counter.setPin(ofProvider, device))).toBe('auth.sign_in_again')
  })

  describe('tried wrongly', () => {
    test('is refused on record, and a right one in between begins the count again', async () => {
      const { goOn, asha, ravi, device } = await counter.openCounter()
      for (let i = 0; i < 4; i += 1) {
        expect(await goOn(WRONG)).toMatchObject({ status: 400, body: { code: 'auth.wrong_pin', errors: {} } })
      }
      expect(await counter.isOver(asha)).toBe(false)
      const refused = { subject: ravi.user.email, actorId: asha.user.id, after: { reason: 'auth.wrong_pin' } }
      expect((await counter.records('pin.refused'))[0]).toMatchObject(refused)
      expect((await goOn()).status).toBe(200)
      const meera = await counter.signIn(device)
      for (let i = 0; i < 4; i += 1) await counter.change(meera, ravi.user.id, device, WRONG)
      expect((await counter.change(meera, ravi.user.id, device)).status).toBe(200)
    })

    test('five times in a row, it pauses for 15 minutes, and then takes one try at a time', async () => {
      const { goOn, asha, ravi, device } = await counter.openCounter()
      const codes = []
      for (let i = 0; i < 5; i += 1) codes.push(await counter.codeOf(goOn(WRONG)))
      expect(codes).toEqual([...Array(4).fill('auth.wrong_pin'), 'auth.pin_paused'])
      const paused = await goOn()
      expect(paused).toMatchObject({ status: 429, body: { code: 'auth.pin_paused' } })
      expect(paused.headers.get('retry-after')).toBe('900')
      expect((await counter.show(asha.token, device)).people).toHaveLength(1)
      const entry = { subject: ravi.user.id, actorId: asha.user.id, after: { minutes: 15 } }
      expect((await counter.records('pin.paused'))[0]).toMatchObject(entry)
      identity.clock.offset += 15 * 60_000 + 1_000
      expect(await counter.codeOf(goOn(WRONG))).toBe('auth.pin_paused')
      expect(await counter.codeOf(goOn())).toBe('auth.pin_paused')
      identity.clock.offset += 15 * 60_000 + 1_000
      const back = await counter.signIn(device)
      expect((await counter.change(back, ravi.user.id, device)).status).toBe(200)
      const again = await counter.signIn(device)
      expect(await counter.codeOf(counter.change(again, ravi.user.id, device, WRONG))).toBe('auth.wrong_pin')
    })

    test('a hundred times in a row, it is gone', async () => {
      const { goOn, asha, ravi, device } = await counter.openCounter()
      const pins = identity.db('device_pins').where('user_id', ravi.user.id)
      await pins.update({ tries: 99, paused_until: new Date(0) })
      expect(await counter.codeOf(goOn(WRONG))).toBe('auth.no_pin')
      expect((await counter.show(asha.token, device)).people).toEqual([])
      const removed = { subject: ravi.user.id, after: { reason: 'auth.wrong_pin' } }
      expect((await counter.records('pin.removed'))[0]).toMatchObject(removed)
    })

    test.each([2, 50])('%i times at one moment, each counts', async (times) => {
      const { goOn, device, ravi } = await counter.openCounter()
      identity.counted.verified = 0
      await Promise.all(Array.from({ length: times }, () => goOn(WRONG)))
      expect(identity.counted.verified).toBe(Math.min(times, 5))
      const left = await identity.db('device_pins').where('user_id', ravi.user.id).first('tries')
      expect(left?.tries).toBe(Math.min(times, 5))
      const asha = await counter.signIn(device)
      expect((await counter.change(asha, ravi.user.id, device)).status).toBe(times < 5 ? 200 : 429)
    })

    test('is slowed down like a password, however often it is set once more', async () => {
      const { ravi, goOn, device } = await counter.openCounter()
      for (let i = 0; i < 10; i += 1) {
        if (i === 5) await counter.setPin(ravi.token, device)
        await goOn(WRONG)
      }
      await counter.setPin(ravi.token, device)
      const answer = await goOn()
      expect(answer).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  test('is off before an administrator switches it on, and stays as it is where a save leaves it out', async () => {
    await identity.db('sign_in_settings').delete()
    const { token, device } = await counter.signIn()
    const off = { on: false, allowed: false, hasPin: false, people: [] }
    expect(await counter.show(token, device)).toEqual(off)
    expect(await counter.codeOf(counter.setPin(token, device))).toBe('auth.pins_off')
    const kept = { pinsAllowed: true }
    expect((await counter.allow(true)).body).toMatchObject(kept)
    expect((await counter.save({ administratorsNeedSecondStep: false })).body).toMatchObject(kept)
    expect((await counter.records('settings.changed'))[0]).toMatchObject({ after: { pinsAllowed: true } })
  })

  test('does not stand for a second step that administrators need', async () => {
    const began = await counter.openCounter({ role: 'admin' })
    const renewed = await identity.refresh(refreshTokenIn(await began.goOn()))
    expect(renewed.status).toBe(200)
    const at = await counter.openCounter({ role: 'admin' })
    await counter.needSecondStep()
    await createFactorStore(identity.db).saveApp(began.ravi.user.id, 'a secret', 0, new Date())
    expect((await counter.show(at.asha.token, at.device)).people).toEqual([])
    expect(await counter.codeOf(at.goOn())).toBe('auth.no_pin')
    expect(await counter.show(at.ravi.token, at.device)).toMatchObject({ allowed: false, hasPin: false })
    expect(await counter.codeOf(counter.setPin(at.ravi.token, at.device))).toBe('auth.pin_not_allowed')
    expect(await counter.isOver(at.asha)).toBe(false)
    // A session that began by a PIN before ends at its refresh, though this user has a second step by now.
    expect((await identity.refresh(refreshTokenIn(renewed))).status).toBe(401)
  })

  test('belongs to the last 20 devices of a user', async () => {
    const { user, token } = await counter.signIn()
    for (let i = 0; i < 22; i += 1) {
      identity.clock.offset += 5
      await counter.setPin(token)
    }
    expect(await identity.db('device_pins').where('user_id', user.id)).toHaveLength(20)
  })

  describe('ends', () => {
    type Counter = Awaited<ReturnType<typeof counter.openCounter>>
    const ends = async (at: Counter) => {
      expect((await counter.show(at.asha.token, at.device)).people).toEqual([])
      expect(await counter.codeOf(at.goOn())).toBe('auth.no_pin')
      await identity.prune()
      expect(await identity.db('device_pins').where('user_id', at.ravi.user.id)).toEqual([])
    }

    const update = async ({ id }: StoredUser, body: object) => {
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
})
