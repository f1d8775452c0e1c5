import { type FeedEvent, identityEvents, MAX_ACCESS_TOKEN_SECONDS } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { GRACE_MS, PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'
import type { StoredUser } from '../users/store.ts'

const NEXT = 'a brand new password'
const claimsOf = (token: string): { sid: string; ver: number } =>
  JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString())

describe.each(testDatabases())('what ends on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let admin: string
  beforeAll(async () => {
    admin = await identity.tokenOf('admin')
  })

  const signIn = ({ email }: StoredUser) => identity.signIn(email)
  const told = async (query = ''): Promise<FeedEvent[]> =>
    (await identity.client.get<FeedEvent[]>(`/.well-known/endings?limit=1000${query}`)).body
  /** An administrator's route: a valid token of staff gets 403, an ended one 401. */
  const use = (token: string) => identity.client.put<{ code: string }>('/api/users/x', { token })
  const put = ({ id, name }: StoredUser, role: string, disabled: boolean) =>
    identity.client.put(`/api/users/${id}`, { token: admin, body: { name, role, disabled } })

  const post = (path: string, token: string, body: object) =>
    identity.client.post(`/api/${path}`, { token, body })
  type Session = Awaited<ReturnType<typeof signIn>>
  const revocations: [string, (user: StoredUser, session: Session) => Promise<unknown>][] = [
    ['logout', (_, { cookie }) => identity.logout(cookie)],
    ['disabling', (user) => put(user, 'staff', true)],
    ['another role', (user) => put(user, 'admin', false)],
    [
      'a password set by an administrator',
      ({ id }) => post(`users/${id}/password`, admin, { password: NEXT }),
    ],
    [
      'an own new password',
      (_, { token }) => post('auth/password', token, { currentPassword: PASSWORD, newPassword: NEXT }),
    ],
  ]

  test.each(revocations)('%s is told, once it is done, and counts here at once', async (name, end) => {
    const user = await identity.addUser()
    const session = await signIn(user)
    expect((await use(session.token)).status).toBe(403)
    const [before = 0] = [(await told()).length]
    identity.clock.offset += 1_000
    await end(user, session)
    expect(await use(session.token)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    expect((await use(session.token)).headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    const [event, ...more] = (await told()).slice(before)
    expect(more).toEqual([])
    const { sid } = claimsOf(session.token)
    if (name === 'logout') expect(event).toMatchObject({ type: identityEvents.sessionEnded, subject: sid })
    else {
      const { tokenVersion: version } = (await identity.users.find(user.id)) as StoredUser
      const told = { type: identityEvents.userTokensEnded, subject: user.id, data: { version } }
      expect(event).toMatchObject(told)
      expect(claimsOf(session.token).ver).toBeLessThan(version)
    }
  })

  test('a demoted administrator goes on as what he is now, and another name ends nothing', async () => {
    const user = await identity.addUser({ role: 'admin' })
    const session = await signIn(user)
    await put(user, 'staff', false)
    const renewed = await identity.refresh(session.cookie)
    expect(renewed).toMatchObject({ status: 200, body: { role: 'staff' } })
    expect((await use(renewed.body.token)).status).toBe(403)
    expect(claimsOf(renewed.body.token).sid).toBe(claimsOf(session.token).sid)
    await put({ ...user, name: 'Asha Patel' }, 'staff', false)
    expect((await use(renewed.body.token)).status).toBe(403)
  })

  test('a stolen line, and the session that a new sign-in replaces, are told too', async () => {
    const user = await identity.addUser()
    const [replaced, stolen] = [await signIn(user), await signIn(user)]
    await identity.login(user.email, PASSWORD, { cookie: replaced.cookie })
    const second = refreshTokenIn(await identity.refresh(stolen.cookie))
    await identity.refresh(second)
    identity.clock.offset += GRACE_MS
    await identity.refresh(stolen.cookie)
    const subjects = (await told()).map(({ subject }) => subject)
    expect(subjects.slice(-2)).toEqual([replaced, stolen].map(({ token }) => claimsOf(token).sid))
  })

  test('is told for as long as a token can live, and forgotten then, whether or not somebody read it', async () => {
    const session = await signIn(await identity.addUser())
    await identity.logout(session.cookie)
    identity.clock.offset += MAX_ACCESS_TOKEN_SECONDS * 1_000
    await identity.prune()
    const kept = await told()
    expect(kept.at(-1)).toMatchObject({ subject: claimsOf(session.token).sid })
    await identity.logout((await signIn(await identity.addUser())).cookie)
    identity.clock.offset += 700_000
    await identity.prune()
    expect(await told()).toEqual([])
    expect(await identity.db('outbox')).toEqual([])
    // A reader whose last event was pruned gets 410 and must start over. It misses nothing that still matters.
    const late = await identity.client.get(`/.well-known/endings?lastEventId=${kept[0]?.id}`)
    expect(late.status).toBe(410)
  })
})
