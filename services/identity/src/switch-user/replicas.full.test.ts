import type { LoginResponse, Problem } from '@mms/contracts'
import { type ServiceProcess, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { ADMIN, identityProcesses, SLOW } from '../../test/process.ts'
import { deviceIn } from '../../test/support.ts'
import { PATH, PIN, WRONG } from '../../test/switch-user.ts'
import { createSettingsStore } from '../factors/store.ts'

describe.each(testDatabases())('two replicas on $name', (database) => {
  const { db, start } = identityProcesses(database)

  /** Signs in an administrator at one replica and sets a PIN there. */
  async function openCounter(identity: ServiceProcess) {
    await createSettingsStore(db()).update('pinsAllowed', true)
    const signedIn = await identity.post<LoginResponse>('/api/auth/login', { body: ADMIN })
    const { token, _id: userId } = signedIn.body
    const headers = { cookie: `mms_device=${deviceIn(signedIn)}` }
    expect((await identity.put(`${PATH}/pin`, { token, headers, body: { pin: PIN } })).status).toBe(204)
    return (replica: ServiceProcess, pin: string) =>
      replica.post<Problem>(`${PATH}/person`, { token, headers, body: { userId, pin } })
  }

  test('count the tries of a PIN together, at one moment too, and pause it at both', SLOW, async () => {
    const replicas = [await start(), await start()] as const
    const goOn = await openCounter(replicas[0])
    const tries = [0, 1, 0, 1, 0, 1, 0, 1].map((n) => goOn(replicas[n as 0 | 1], WRONG))
    const codes = (await Promise.all(tries)).map(({ body }) => body.code)
    // All five tries are counted before some of the PINs are checked; these report the pause, too.
    expect(codes.filter((code) => code === 'auth.pin_paused').length).toBeGreaterThanOrEqual(4)
    expect(codes.every((code) => code === 'auth.wrong_pin' || code === 'auth.pin_paused')).toBe(true)
    expect(await db()('device_pins').pluck('tries')).toEqual([5])
    for (const replica of replicas) expect((await goOn(replica, PIN)).body.code).toBe('auth.pin_paused')
  })
})
