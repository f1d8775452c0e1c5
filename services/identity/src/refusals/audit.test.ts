import type { AuditEntry } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAddress, buildPerson, PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'
import type { StoredUser } from '../users/store.ts'
import { createRefusalLog } from './refusals.ts'

const WRONG = 'not the password'

describe.each(testDatabases())('the audit log of identity on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let admin: StoredUser
  let token: string
  beforeAll(async () => {
    admin = await identity.addUser({ role: 'admin', name: 'Meera Nair' })
    token = (await identity.login(admin.email)).body.token
  })

  const read = async (query = '') =>
    (await identity.client.get<AuditEntry[]>(`/api/users/history?${query}`, { token })).body
  const nextMinute = () => {
    identity.clock.offset += 60_000
  }

  test('says who signed in and out, from where, and in which request', async () => {
    const user = await identity.addUser()
    const address = buildAddress()
    const signedIn = await identity.login(user.email, PASSWORD, { address })
    await identity.logout(refreshTokenIn(signedIn), signedIn.body.token)
    const [ended, begun] = await read(`person=${user.id}`)
    const by = { actorName: user.name, address }
    expect(begun).toMatchObject({ ...by, action: 'sign-in.succeeded', subject: user.email })
    expect(begun?.requestId).toBe(signedIn.headers.get('x-request-id'))
    expect(ended).toMatchObject({ action: 'sign-in.ended', subject: user.id, actorName: user.name })
  })

  test('says who was refused, as which account, from where and why; no password', async () => {
    nextMinute()
    const user = await identity.addUser()
    const address = buildAddress()
    await identity.login(user.email, WRONG, { address })
    await identity.login(`nobody-${user.id}@example.com`, WRONG, { address })
    const [stranger, refused] = await read('action=sign-in.refused&limit=2')
    const disabled = await identity.addUser({ disabled: true })
    for (const password of [PASSWORD, WRONG]) await identity.login(disabled.email, password, { address })
    const reasons = (await read('action=sign-in.refused&limit=2')).map(({ after }) => after?.reason)
    expect(reasons).toEqual(['auth.invalid_credentials', 'auth.disabled'])
    const line = { after: { reason: 'auth.invalid_credentials' }, actorId: null, address }
    expect(refused).toMatchObject({ ...line, subject: user.email })
    expect(stranger).toMatchObject({ ...line, subject: `nobody-${user.id}@example.com` })
    expect(JSON.stringify(await identity.db('audit_entries'))).not.toContain(WRONG)
  })

  test('writes ten refusals of a minute and counts the others, so that a flood fills no disk', async () => {
    let now = 0
    const refusals = createRefusalLog({ db: identity.db, now: () => now })
    const note = (n: number) =>
      refusals.note({ action: 'flood.refused', account: `flood-${n}`, reason: 'auth.too_many_attempts' })
    for (now = 60_000; now < 120_000; now += 1_500) await note(now)
    expect(await read('action=flood.refused')).toHaveLength(10)
    await refusals.flush()
    const counted = { subject: '1970-01-01T00:01:00.000Z', after: { count: 30 } }
    expect((await read('action=sign-in.more-refused'))[0]).toMatchObject(counted)
  })

  test('says who added and changed whom, before and after, and who set which password', async () => {
    const body = buildPerson({ name: 'Ravi' })
    const { _id } = (await identity.client.post<{ _id: string }>('/api/users', { token, body })).body
    const put = (changes: object) => identity.client.put(`/api/users/${_id}`, { token, body: changes })
    for (const disabled of [false, false, true]) await put({ role: 'admin', disabled })
    const set = { token, body: { password: 'another new password' } }
    await identity.client.post(`/api/users/${_id}/password`, set)
    const by = { actorId: admin.id, actorName: 'Meera Nair', subject: _id }
    expect(await read(`subject=${_id}`)).toMatchObject([
      { ...by, action: 'password.set' },
      { ...by, action: 'user.changed', before: { disabled: false }, after: { disabled: true } },
      { ...by, action: 'user.changed', before: { role: 'staff' }, after: { role: 'admin' } },
      { ...by, action: 'user.added', after: { name: 'Ravi', email: body.email, role: 'staff' } },
    ])
    expect(JSON.stringify(await identity.db('audit_entries'))).not.toMatch(/new password|argon2/)
  })

  test('says nothing of a change that was refused', async () => {
    const lines = async () => (await read()).filter(({ action }) => !action.startsWith('sign-in')).length
    const before = await lines()
    const taken = buildPerson({ email: admin.email })
    expect((await identity.client.post('/api/users', { token, body: taken })).status).toBe(409)
    expect((await identity.client.put(`/api/users/${v7()}`, { token, body: {} })).status).toBe(404)
    expect(await lines()).toBe(before)
  })

  test('says that the own password was changed, and that a wrong one was refused', async () => {
    nextMinute()
    const user = await identity.addUser()
    const own = (await identity.login(user.email)).body.token
    for (const currentPassword of [WRONG, PASSWORD]) {
      const body = { currentPassword, newPassword: 'an altogether new one' }
      await identity.client.post('/api/auth/password', { token: own, body })
    }
    expect(await read(`person=${user.id}`)).toMatchObject([
      { action: 'password.changed', subject: user.id },
      { action: 'password.refused', subject: user.email },
      { action: 'sign-in.succeeded' },
    ])
  })
})
