import { join } from 'node:path'
import { identityKeys, startProcess, testDatabases } from '@mms/service-kit/test-support'
import { expect, onTestFinished, test } from 'vitest'
import { refreshTokenIn } from '../../test/support.ts'

const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

test.each(testDatabases())('on $name, dying between commit and answer signs nobody out', async ({ open }) => {
  const { db, url, close } = await open()
  onTestFinished(close)
  const env = { DATABASE_URL: url, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
  // No grace period, because this test is about an answer lost for longer than that.
  const settings = { ...env, ...identityKeys(), REFRESH_GRACE_SECONDS: '0' }
  const start = async () => {
    const identity = await startProcess(join(import.meta.dirname, '../main.ts'), settings)
    onTestFinished(identity.kill)
    const refresh = async (token: string | undefined) => {
      const answer = await identity.post('/api/auth/refresh', {
        headers: { cookie: `mms_refresh=${token}` },
      })
      return { status: answer.status, token: refreshTokenIn(answer) }
    }
    return { ...identity, refresh }
  }
  const dying = await start()
  const token = refreshTokenIn(await dying.post('/api/auth/login', { body: admin }))
  await dying.arm('kill:identity.rotated')
  await expect(dying.refresh(token)).rejects.toThrow()
  expect(await db('refresh_tokens').whereNotNull('used_at')).toHaveLength(1)
  const { refresh } = await start()
  const again = await refresh(token)
  expect(again.status).toBe(200)
  expect((await refresh(again.token)).status).toBe(200)
  // A thief who uses the lost token later is refused.
  expect((await refresh(token)).status).toBe(401)
})
