import { type ServiceProcess, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { ADMIN, identityProcesses, SLOW } from '../../test/process.ts'
import { refreshTokenIn } from '../../test/support.ts'

/** No grace period, because this test is about an answer lost for longer than that. */
const LATE = { REFRESH_GRACE_SECONDS: '0' }

describe.each(testDatabases())('a real process on $name', (database) => {
  const { db, start } = identityProcesses(database)

  const signIn = async (identity: ServiceProcess) =>
    refreshTokenIn(await identity.post('/api/auth/login', { body: ADMIN })) as string
  const refresh = async (identity: ServiceProcess, token: string | undefined) => {
    const answer = await identity.post('/api/auth/refresh', { headers: { cookie: `mms_refresh=${token}` } })
    return { status: answer.status, token: refreshTokenIn(answer) }
  }

  test('that dies between commit and answer signs nobody out', SLOW, async () => {
    const dying = await start(LATE)
    const token = await signIn(dying)
    await dying.arm('kill:identity.rotated')
    await expect(refresh(dying, token)).rejects.toThrow()
    expect(await db()('refresh_tokens').whereNotNull('used_at')).toHaveLength(1)
    const identity = await start(LATE)
    const again = await refresh(identity, token)
    expect(again.status).toBe(200)
    expect((await refresh(identity, again.token)).status).toBe(200)
    // A thief who uses the lost token later is refused.
    expect((await refresh(identity, token)).status).toBe(401)
  })
})
