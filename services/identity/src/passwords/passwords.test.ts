import { testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildAddress,
  PASSWORD,
  refreshTokenIn,
  startIdentity,
  type TestIdentity,
} from '../../test/support.ts'

const NEXT = 'a brand new password'

describe.each(testDatabases())('passwords on $name', (database) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await startIdentity(database)
  })
  afterAll(() => identity.close())

  const signIn = async (email: string) => {
    const answer = await identity.login(email)
    return { token: answer.body.token, cookie: refreshTokenIn(answer) as string }
  }
  const change = (session: { token: string; cookie: string }, currentPassword: string, newPassword = NEXT) =>
    identity.client.post('/api/auth/password', {
      token: session.token,
      body: { currentPassword, newPassword },
      headers: { 'x-forwarded-for': buildAddress(), cookie: `theme=dark; mms_refresh=${session.cookie}` },
    })

  test('changes one’s own password and ends every session but this one', async () => {
    const { email } = await identity.addUser()
    const [here, there] = [await signIn(email), await signIn(email)]
    expect((await change(here, PASSWORD)).status).toBe(200)
    expect((await identity.login(email)).status).toBe(401)
    expect((await identity.login(email, NEXT)).status).toBe(200)
    expect((await identity.refresh(there.cookie)).status).toBe(401)
    expect((await identity.refresh(here.cookie)).status).toBe(200)
  })

  test('goes on in the session of the access token, with a new one', async () => {
    const user = await identity.addUser()
    const [here, there] = [await signIn(user.email), await signIn(user.email)]
    const answer = await change({ token: here.token, cookie: there.cookie }, PASSWORD)
    const { id: _id, name, email, role } = user
    expect(answer.body).toEqual({ token: expect.any(String), _id, name, email, role })
    const { token } = answer.body as { token: string }
    const me = (by: string) => identity.client.put('/api/users/x', { token: by })
    expect((await me(token)).status).toBe(403)
    for (const old of [here.token, there.token]) {
      expect(await me(old)).toMatchObject({ status: 401, body: { code: 'auth.session_ended' } })
    }
    expect((await identity.refresh(here.cookie)).status).toBe(200)
    expect((await identity.refresh(there.cookie)).status).toBe(401)
  })

  test('refuses a wrong current password, names the field and changes nothing', async () => {
    const { email } = await identity.addUser()
    const [here, there] = [await signIn(email), await signIn(email)]
    const errors = { currentPassword: 'is not right' }
    expect(await change(here, 'wrong')).toMatchObject({
      status: 400,
      body: { code: 'auth.wrong_password', errors },
    })
    expect((await identity.login(email)).status).toBe(200)
    expect((await identity.refresh(there.cookie)).status).toBe(200)
  })

  test.each([
    ['too short', 'short'],
    ['too long', 'x'.repeat(201)],
  ])('refuses a new password that is %s', async (_, password) => {
    const here = await signIn((await identity.addUser()).email)
    expect(await change(here, PASSWORD, password)).toMatchObject({
      status: 400,
      body: { errors: { newPassword: expect.any(String) } },
    })
  })

  test('refuses a change that another site sends', async () => {
    const { token } = await signIn((await identity.addUser()).email)
    const body = { currentPassword: PASSWORD, newPassword: NEXT }
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await identity.client.post('/api/auth/password', { token, body, headers })).status).toBe(403)
  })

  test('lets an administrator set a password, which ends all sessions of that person', async () => {
    const user = await identity.addUser()
    const [session, token] = [await signIn(user.email), await identity.tokenOf('admin')]
    const path = `/api/users/${user.id}/password`
    expect((await identity.client.post(path, { token, body: { password: NEXT } })).status).toBe(204)
    expect((await identity.refresh(session.cookie)).status).toBe(401)
    expect((await identity.login(user.email)).status).toBe(401)
    expect((await identity.login(user.email, NEXT)).status).toBe(200)
  })

  test.each([
    ['a user that is not there', v7(), { password: NEXT }, 404],
    ['an id that is none', '17', { password: NEXT }, 400],
    ['a short password', v7(), { password: 'short' }, 400],
    ['an unknown field', v7(), { password: NEXT, role: 'admin' }, 400],
  ])('refuses to set a password for %s', async (_, id, body, status) => {
    const token = await identity.tokenOf('admin')
    expect((await identity.client.post(`/api/users/${id}/password`, { token, body })).status).toBe(status)
  })
})
