import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type ServiceProcess, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { ADMIN, identityProcesses, SLOW } from '../../test/process.ts'
import { refreshTokenIn } from '../../test/support.ts'

/** No grace period, because these tests are about answers lost for longer than that. */
const LATE = { REFRESH_GRACE_SECONDS: '0' }

describe.each(testDatabases())('a real process on $name', (database) => {
  const { db, start } = identityProcesses(database)

  const signIn = async (identity: ServiceProcess) =>
    refreshTokenIn(await identity.post('/api/auth/login', { body: ADMIN })) as string
  const refresh = async (identity: ServiceProcess, token: string | undefined) => {
    const answer = await identity.post('/api/auth/refresh', { headers: { cookie: `mms_refresh=${token}` } })
    return { status: answer.status, token: refreshTokenIn(answer) }
  }

  /** The user continues with the token whose answer was lost. A thief who uses the same token later is refused. */
  const expectToGoOn = async (identity: ServiceProcess, lost: string) => {
    const again = await refresh(identity, lost)
    expect(again.status).toBe(200)
    const next = await refresh(identity, again.token)
    expect(next.status).toBe(200)
    expect((await refresh(identity, lost)).status).toBe(401)
    expect((await refresh(identity, next.token)).status).toBe(401)
  }

  test('that dies between commit and answer signs nobody out', SLOW, async () => {
    const dying = await start(LATE)
    const token = await signIn(dying)
    await dying.arm('kill:identity.rotated')
    await expect(refresh(dying, token)).rejects.toThrow()
    expect(await db()('refresh_tokens').whereNotNull('used_at')).toHaveLength(1)
    await expectToGoOn(await start(LATE), token)
  })

  test('whose connection breaks between commit and answer signs nobody out', SLOW, async () => {
    const identity = await start(LATE)
    const token = await signIn(identity)
    await identity.arm('stop:identity.rotated')
    const cut = new AbortController()
    const lost = fetch(`${identity.url}/api/auth/refresh`, {
      method: 'POST',
      headers: { cookie: `mms_refresh=${token}` },
      signal: cut.signal,
    }).catch(() => 'lost')
    const { pid } = identity.child
    while (!/^\d+ \(.*\) T/.test(await readFile(`/proc/${pid}/stat`, 'utf8'))) await delay(5)
    cut.abort()
    expect(await lost).toBe('lost')
    identity.child.kill('SIGCONT')
    await expectToGoOn(identity, token)
  })

  test('and its replica give tabs that refresh at the same moment one successor', SLOW, async () => {
    const replicas = [await start(), await start()] as const
    let token = await signIn(replicas[0])
    for (let round = 0; round < 5; round += 1) {
      const tabs = [0, 1, 0, 1, 0, 1].map((n) => refresh(replicas[n as 0 | 1], token))
      const answers = await Promise.all(tabs)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
      expect(new Set(answers.map((answer) => answer.token)).size).toBe(1)
      token = answers[0]?.token as string
    }
    replicas[0].child.kill('SIGTERM')
    await once(replicas[0].child, 'exit')
    expect((await refresh(replicas[1], token)).status).toBe(200)
  })
})
