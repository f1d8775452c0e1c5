import type { Approve, SignedApproval } from '@mms/contracts'
import { approvalReader, staticKeys } from '@mms/service-kit'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildAddress, PASSWORD, startIdentity } from '../../test/support.ts'
import { switchUserOf } from '../../test/switch-user.ts'
import type { StoredUser } from '../users/store.ts'

const WRONG = 'not the password'

describe.each(testDatabases())('approvals on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let admin: StoredUser
  let staff: StoredUser
  let token: string
  beforeAll(async () => {
    admin = await identity.addUser({ role: 'admin', name: 'Meera Nair' })
    staff = await identity.addUser()
    token = (await identity.login(staff.email)).body.token
  })

  const approve = (differing: Partial<Approve> = {}, headers: Record<string, string> = {}) =>
    identity.client.post<SignedApproval>('/api/auth/approvals', {
      token,
      body: {
        ...{ email: admin.email, password: PASSWORD },
        ...{ purpose: 'sales.return', subject: 'key medicine 40 2.5', ...differing },
      },
      headers: { 'x-forwarded-for': buildAddress(), ...headers },
    })
  const read = (approval: string) => approvalReader(staticKeys(identity.keys.jwks))(approval)

  test('an administrator approves one thing for the caller, and goes on being signed out there', async () => {
    const sessions = await identity.db('sessions').pluck('id')
    const answer = await approve()
    expect(answer).toMatchObject({ status: 200, body: { by: { _id: admin.id, name: 'Meera Nair' } } })
    const { headers } = answer
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store'])
    const by = { id: admin.id, name: 'Meera Nair' }
    const approval = { by, callerId: staff.id, purpose: 'sales.return', subject: 'key medicine 40 2.5' }
    expect(await read(answer.body.approval)).toEqual(approval)
    expect(await identity.db('sessions').pluck('id')).toEqual(sessions)
  })

  test('is good for five minutes, is no access token, and an access token is no approval', async () => {
    const { approval } = (await approve()).body
    expect((await identity.client.get('/api/users', { token: approval })).status).toBe(401)
    expect(await read((await identity.login(admin.email)).body.token)).toBeUndefined()
    expect(await read('nonsense')).toBeUndefined()
    identity.clock.offset = -301_000
    const old = (await approve()).body.approval
    identity.clock.offset = 0
    expect(await read(old)).toBeUndefined()
  })

  test('a wrong password, an unknown and a disabled administrator are refused alike, and staff with their own', async () => {
    const { email } = await identity.addUser({ role: 'admin', disabled: true })
    const refused = { status: 400, body: { code: 'auth.invalid_credentials' } }
    expect(await approve({ password: WRONG })).toMatchObject(refused)
    expect(await approve({ email: 'unknown@example.com' })).toMatchObject(refused)
    expect(await approve({ email })).toMatchObject(refused)
    const notAllowed = { status: 403, body: { code: 'auth.not_an_administrator' } }
    expect(await approve({ email: staff.email })).toMatchObject(notAllowed)
  })

  test('an administrator whose password another one chose, or without the second step that is needed, cannot', async () => {
    const given = await identity.addUser({ role: 'admin', mustChangePassword: true })
    const refused = { status: 403, body: { code: 'auth.approver_not_ready' } }
    expect(await approve({ email: given.email })).toMatchObject(refused)
    await switchUserOf(identity).needSecondStep()
    expect(await approve()).toMatchObject(refused)
    await identity.db('sign_in_settings').delete()
    expect((await approve()).status).toBe(200)
  })

  test('tries are throttled like those of a sign-in, which goes on', async () => {
    const { email } = await identity.addUser({ role: 'admin' })
    const address = buildAddress()
    const guess = (password = WRONG) => approve({ email, password }, { 'x-forwarded-for': address })
    for (let count = 0; count < 10; count += 1) expect((await guess()).status).toBe(400)
    const { verified } = identity.counted
    const late = await guess(PASSWORD)
    expect(late).toMatchObject({ status: 429, body: { code: 'auth.too_many_attempts' } })
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(identity.counted.verified).toBe(verified)
    expect((await identity.login(email)).status).toBe(200)
  })

  test('says in the log who approved what for whom, and no password and no approval', async () => {
    identity.lines.length = 0
    const { approval } = (await approve()).body
    const log = identity.lines.join('\n')
    for (const said of [admin.id, staff.id, 'key medicine 40 2.5']) expect(log).toContain(said)
    for (const secret of [PASSWORD, approval]) expect(log).not.toContain(secret)
  })
})
