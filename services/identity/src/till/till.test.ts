import type { Session } from '@mms/contracts'
import { testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deviceIn, refreshTokenIn, startIdentity, type TestIdentity } from '../../test/support.ts'
import { PATH, PIN, type TillCalls, tillOf, WRONG } from '../../test/till.ts'

describe.each(testDatabases())('changing the person by PIN on $name', (database) => {
  let identity: TestIdentity
  let till: TillCalls
  beforeAll(async () => {
    identity = await startIdentity(database)
    till = tillOf(identity)
  })
  beforeEach(async () => {
    await identity.db('sign_in_settings').delete()
    await till.allow(true)
  })
  afterAll(() => identity.close())

  test('the right one goes on as the other user, in a session of their own; the first one ends', async () => {
    const { ravi, asha, device, goOn } = await till.openTill()
    expect(await till.show(asha.token, device)).toEqual({
      on: true,
      allowed: true,
      hasPin: false,
      people: [{ _id: ravi.user.id, name: 'Ravi Iyer' }],
    })
    const answer = await goOn()
    expect(answer).toMatchObject({
      status: 200,
      body: { _id: ravi.user.id, name: 'Ravi Iyer', role: 'staff' },
    })
    expect(deviceIn(answer)).toBe(device)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect([await till.isOver(asha), await till.isOver(ravi)]).toEqual([true, false])
    expect((await identity.refresh(asha.cookie)).status).toBe(401)
    expect((await identity.refresh(refreshTokenIn(answer))).body._id).toBe(ravi.user.id)
    const { token } = answer.body
    const sessions = (await identity.client.get<Session[]>('/api/auth/sessions', { token })).body
    expect(sessions).toHaveLength(2)
    expect(await till.show(token, device)).toMatchObject({ hasPin: true, people: [] })
    const [entry] = await till.records('pin.used')
    expect(entry).toMatchObject({ actorId: ravi.user.id, subject: asha.user.id, address: expect.any(String) })
  })

  test('is worth nothing on another device, or without one', async () => {
    const { ravi, asha, device } = await till.openTill()
    const elsewhere = await till.signIn()
    expect((await till.show(elsewhere.token, elsewhere.device)).people).toEqual([])
    expect((await till.show(elsewhere.token)).people).toEqual([])
    expect(await till.codeOf(till.change(elsewhere, ravi.user.id, elsewhere.device))).toBe('auth.no_pin')
    expect(await till.codeOf(till.change(elsewhere, ravi.user.id, undefined))).toBe('auth.no_pin')
    // Another user's PIN there makes none of this one's.
    await till.setPin(elsewhere.token, elsewhere.device)
    expect(await till.codeOf(till.change(elsewhere, ravi.user.id, elsewhere.device))).toBe('auth.no_pin')
    expect(await till.isOver(elsewhere)).toBe(false)
    expect((await till.records('pin.refused'))[0]).toMatchObject({ after: { reason: 'auth.no_pin' } })
    expect((await till.change(asha, ravi.user.id, device)).status).toBe(200)
  })

  test('needs a session on the device: names and PINs are nothing to others', async () => {
    const { ravi, device } = await till.openTill()
    const sent = { body: { userId: ravi.user.id, pin: PIN }, headers: till.headers(device) }
    expect((await identity.client.post(`${PATH}/person`, sent)).status).toBe(401)
    expect((await identity.client.get(PATH, { headers: till.headers(device) })).status).toBe(401)
    const crossSite = { ...till.headers(device), 'sec-fetch-site': 'cross-site' }
    const token = (await till.signIn(device)).token
    expect(
      (await identity.client.post(`${PATH}/person`, { ...sent, token, headers: crossSite })).status,
    ).toBe(403)
  })

  test.each([
    '000000',
    '777777',
    '123456',
    '987654',
    '890123',
    '121212',
    '123123',
    '712712',
    '110110',
    '121121',
    '13579',
    '12a456',
    '',
  ])('refuses %j as one', async (pin) => {
    const { token, device } = await till.signIn()
    const answer = await till.setPin(token, device, pin)
    expect(answer).toMatchObject({ status: 400, body: { errors: { pin: expect.any(String) } } })
    expect((await till.show(token, device)).hasPin).toBe(false)
  })

  test('is set after a recent proof of the password only, and gives a browser without one its device', async () => {
    const { user, token } = await till.signIn()
    identity.clock.offset += 11 * 60_000
    expect(await till.codeOf(till.setPin(token))).toBe('auth.reauthenticate')
    const answer = await till.setPin(await till.confirm(token))
    expect(answer.status).toBe(204)
    const device = deviceIn(answer) ?? ''
    const asha = await till.signIn(device)
    expect((await till.change(asha, user.id, device)).status).toBe(200)
    const stored = await identity.db('device_pins').where('user_id', user.id).first()
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${PIN}|${device}`))
  })

  test('is no recent proof: user administration, and another PIN, ask for the password', async () => {
    const { goOn, device } = await till.openTill({ role: 'admin' })
    const { token, role } = (await goOn()).body
    expect(role).toBe('admin')
    const body = { name: 'Meera', email: 'meera@example.com', role: 'staff', password: 'six quiet lanterns' }
    expect(await till.codeOf(identity.client.post('/api/users', { token, body }))).toBe('auth.reauthenticate')
    expect(await till.codeOf(till.setPin(token, device))).toBe('auth.reauthenticate')
    expect((await till.setPin(await till.confirm(token), device)).status).toBe(204)
  })

  describe('tried wrongly', () => {
    test('is refused on record, and a right one in between begins the count again', async () => {
      const { goOn, asha, ravi, device } = await till.openTill()
      for (let i = 0; i < 4; i += 1) {
        expect(await goOn(WRONG)).toMatchObject({ status: 400, body: { code: 'auth.wrong_pin', errors: {} } })
      }
      expect(await till.isOver(asha)).toBe(false)
      expect((await till.records('pin.refused'))[0]).toMatchObject({
        ...{ subject: ravi.user.email, actorId: asha.user.id, after: { reason: 'auth.wrong_pin' } },
      })
      expect((await goOn()).status).toBe(200)
      const meera = await till.signIn(device)
      for (let i = 0; i < 4; i += 1) await till.change(meera, ravi.user.id, device, WRONG)
      expect((await till.change(meera, ravi.user.id, device)).status).toBe(200)
    })

    test('five times in a row, it pauses for 15 minutes, and then takes one try at a time', async () => {
      const { goOn, asha, ravi, device } = await till.openTill()
      const codes = []
      for (let i = 0; i < 5; i += 1) codes.push(await till.codeOf(goOn(WRONG)))
      expect(codes).toEqual([...Array(4).fill('auth.wrong_pin'), 'auth.pin_paused'])
      const paused = await goOn()
      expect([paused.status, paused.body.code, paused.headers.get('retry-after')]).toEqual([
        429,
        'auth.pin_paused',
        '900',
      ])
      expect((await till.show(asha.token, device)).people).toHaveLength(1)
      expect((await till.records('pin.paused'))[0]).toMatchObject({
        ...{ subject: ravi.user.id, actorId: asha.user.id, after: { minutes: 15 } },
      })
      identity.clock.offset += 15 * 60_000 + 1_000
      expect(await till.codeOf(goOn(WRONG))).toBe('auth.pin_paused')
      expect(await till.codeOf(goOn())).toBe('auth.pin_paused')
      identity.clock.offset += 15 * 60_000 + 1_000
      const back = await till.signIn(device)
      expect((await till.change(back, ravi.user.id, device)).status).toBe(200)
      const again = await till.signIn(device)
      expect(await till.codeOf(till.change(again, ravi.user.id, device, WRONG))).toBe('auth.wrong_pin')
    })

    test('a hundred times in a row, it is gone', async () => {
      const { goOn, asha, ravi, device } = await till.openTill()
      await identity
        .db('device_pins')
        .where('user_id', ravi.user.id)
        .update({ tries: 99, paused_until: new Date(0) })
      expect(await till.codeOf(goOn(WRONG))).toBe('auth.no_pin')
      expect((await till.show(asha.token, device)).people).toEqual([])
      expect((await till.records('pin.removed'))[0]).toMatchObject({
        ...{ subject: ravi.user.id, after: { reason: 'auth.wrong_pin' } },
      })
    })

    test.each([2, 50])('%i times at one moment, each counts', async (times) => {
      const { goOn, device, ravi } = await till.openTill()
      identity.counted.verified = 0
      await Promise.all(Array.from({ length: times }, () => goOn(WRONG)))
      expect(identity.counted.verified).toBe(Math.min(times, 5))
      const left = await identity.db('device_pins').where('user_id', ravi.user.id).first('tries')
      expect(left?.tries).toBe(Math.min(times, 5))
      const asha = await till.signIn(device)
      expect((await till.change(asha, ravi.user.id, device)).status).toBe(times < 5 ? 200 : 429)
    })

    test('is slowed down like a password, however often it is set once more', async () => {
      const { ravi, goOn, device } = await till.openTill()
      for (let i = 0; i < 10; i += 1) {
        if (i === 5) await till.setPin(ravi.token, device)
        await goOn(WRONG)
      }
      await till.setPin(ravi.token, device)
      const answer = await goOn()
      expect(answer).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    })
  })

  test('is off before an administrator switches it on, and stays as it is where a save leaves it out', async () => {
    await identity.db('sign_in_settings').delete()
    const { token, device } = await till.signIn()
    expect(await till.show(token, device)).toEqual({ on: false, allowed: false, hasPin: false, people: [] })
    expect(await till.codeOf(till.setPin(token, device))).toBe('auth.pins_off')
    expect((await till.allow(true)).body).toMatchObject({ pinsAllowed: true })
    expect((await till.save({ administratorsNeedSecondStep: false })).body).toMatchObject({
      pinsAllowed: true,
    })
    expect((await till.records('settings.changed'))[0]).toMatchObject({ after: { pinsAllowed: true } })
  })

  test('does not stand for a second step that administrators need', async () => {
    const at = await till.openTill({ role: 'admin' })
    await till.needSecondStep()
    expect((await till.show(at.asha.token, at.device)).people).toEqual([])
    expect(await till.codeOf(at.goOn())).toBe('auth.no_pin')
    expect(await till.show(at.ravi.token, at.device)).toMatchObject({ allowed: false, hasPin: false })
    expect(await till.codeOf(till.setPin(at.ravi.token, at.device))).toBe('auth.pin_not_allowed')
    expect(await till.isOver(at.asha)).toBe(false)
  })

  test('a session that began by one ends at its refresh, once administrators need a second step', async () => {
    const at = await till.openTill({ role: 'admin' })
    const cookie = refreshTokenIn(await at.goOn())
    const renewed = await identity.refresh(cookie)
    expect(renewed.status).toBe(200)
    await till.needSecondStep()
    expect((await identity.refresh(refreshTokenIn(renewed))).status).toBe(401)
  })

  test('belongs to the last 20 devices of a user', async () => {
    const { user, token } = await till.signIn()
    for (let i = 0; i < 22; i += 1) {
      identity.clock.offset += 5
      await till.setPin(token)
    }
    expect(await identity.db('device_pins').where('user_id', user.id)).toHaveLength(20)
  })
})
