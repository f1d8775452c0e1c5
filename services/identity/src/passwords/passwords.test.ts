import type { LoginResponse } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildAddress, buildPerson, PASSWORD, refreshTokenIn, startIdentity } from '../../test/support.ts'

const NEXT = 'a brand new password'

describe.each(testDatabases())('passwords on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))

  const signIn = (email: string) => identity.signIn(email)
  const change = (session: { token: string; cookie: string }, currentPassword: string, newPassword = NEXT) =>
    identity.client.post('/api/auth/password', {
      token: session.token,
      body: { currentPassword, newPassword },
      headers: { 'x-forwarded-for': buildAddress(), cookie: `theme=dark; mms_refresh=${session.cookie}` },
    })

  const isClosed = { status: 403, body: { code: 'auth.password_change_required' } }

  test('changes one’s own, ends the other sessions and goes on in that of the access token', async () => {
    const user = await identity.addUser()
    const [here, there] = [await signIn(user.email), await signIn(user.email)]
    const answer = await change({ token: here.token, cookie: there.cookie }, PASSWORD)
    expect((await identity.login(user.email)).status).toBe(401)
    expect((await identity.login(user.email, NEXT)).status).toBe(200)
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
    const refused = { status: 400, body: { code: 'auth.wrong_password', errors } }
    expect(await change(here, 'wrong')).toMatchObject(refused)
    // The current one is no new one.
    const same = { newPassword: expect.stringContaining('differ') }
    expect(await change(here, PASSWORD, PASSWORD)).toMatchObject({ status: 400, body: { errors: same } })
    expect((await identity.login(email)).status).toBe(200)
    expect((await identity.refresh(there.cookie)).status).toBe(200)
  })

  test('lets an administrator set another’s password, which ends all sessions of that person', async () => {
    const user = await identity.addUser()
    const [session, token] = [await signIn(user.email), await identity.tokenOf('admin')]
    const path = `/api/users/${user.id}/password`
    expect((await identity.client.post(path, { token, body: { password: NEXT } })).status).toBe(204)
    expect((await identity.refresh(session.cookie)).status).toBe(401)
    expect((await identity.login(user.email)).status).toBe(401)
    const there = (await identity.login(user.email, NEXT)).body.token
    expect(await identity.client.get('/api/users', { token: there })).toMatchObject(isClosed)
    // Their own needs the current one.
    const admin = await identity.addUser({ role: 'admin' })
    const own = { token: (await signIn(admin.email)).token, body: { password: NEXT } }
    const refused = { status: 409, body: { code: 'auth.own_password' } }
    expect(await identity.client.post(`/api/users/${admin.id}/password`, own)).toMatchObject(refused)
    expect((await identity.login(admin.email)).status).toBe(200)
  })

  test('refuses one that is easy to guess, from the person and from an administrator, and stores nothing', async () => {
    const user = await identity.addUser()
    const [here, token] = [await signIn(user.email), await identity.tokenOf('admin')]
    const easy = 'AshaRao@2024'
    const refusedAt = (field: string) => {
      const errors = { [field]: expect.any(String) }
      return { status: 400, body: { code: 'auth.easy_password', errors } }
    }
    expect(await change(here, PASSWORD, easy)).toMatchObject(refusedAt('newPassword'))
    const body = { password: easy }
    const set = await identity.client.post(`/api/users/${user.id}/password`, { token, body })
    expect(set).toMatchObject(refusedAt('password'))
    const person = buildPerson({ name: 'Asha Rao', ...body })
    const added = await identity.client.post('/api/users', { token, body: person })
    expect(added).toMatchObject(refusedAt('password'))
    expect((await identity.login(user.email)).status).toBe(200)
    expect((await identity.login(person.email, easy)).status).toBe(401)
  })

  test('one that another user has set opens nothing but its change, also where identity is not asked', async () => {
    const body = buildPerson({ role: 'admin', password: PASSWORD })
    await identity.client.post('/api/users', { token: await identity.tokenOf('admin'), body })
    const first = await signIn(body.email)
    const renewed = await identity.refresh(first.cookie)
    const here = { token: renewed.body.token, cookie: refreshTokenIn(renewed) as string }
    for (const { token } of [first, here]) {
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      expect(claims).toMatchObject({ mustChangePassword: true })
      for (const path of ['/api/users', '/api/auth/second-step']) {
        expect(await identity.client.get(path, { token })).toMatchObject(isClosed)
      }
    }
    const changed = await change(here, PASSWORD)
    expect(changed.status).toBe(200)
    const { token } = changed.body as { token: string }
    expect((await identity.client.get('/api/users', { token })).status).toBe(200)
  })

  describe('ten minutes after it was typed', () => {
    const TEN_MINUTES = 600_000
    const stale = { status: 403, body: { code: 'auth.reauthenticate' } }
    const administrator = async () => {
      const { email, id } = await identity.addUser({ role: 'admin' })
      return { email, id, ...(await signIn(email)) }
    }
    const addUser = (token: string) => identity.client.post('/api/users', { token, body: buildPerson() })
    const prove = (token: string, password = PASSWORD, headers = {}) =>
      identity.client.post<LoginResponse>('/api/auth/reauthenticate', {
        token,
        body: { password },
        headers: { 'x-forwarded-for': buildAddress(), ...headers },
      })

    test('is asked for again before any change of users, and by no one else’s proof', async () => {
      const [here, colleague] = [await administrator(), await administrator()]
      const user = await identity.addUser()
      expect((await addUser(here.token)).status).toBe(201)
      identity.clock.offset += TEN_MINUTES + 1_000
      const { token } = here
      expect(await addUser(token)).toMatchObject(stale)
      const body = { name: 'Ravi', role: 'admin', disabled: false }
      expect(await identity.client.put(`/api/users/${user.id}`, { token, body })).toMatchObject(stale)
      const set = `/api/users/${user.id}/password`
      expect(await identity.client.post(set, { token, body: { password: NEXT } })).toMatchObject(stale)
      expect((await identity.client.get('/api/users', { token })).status).toBe(200)
      await prove(colleague.token)
      await signIn(here.email)
      expect(await addUser(token)).toMatchObject(stale)
      const proven = await prove(token)
      expect(proven.status).toBe(200)
      expect((await addUser(proven.body.token)).status).toBe(201)
    })

    test('begins another session in the place of this one, whose tokens are good no more', async () => {
      const here = await administrator()
      const cookie = `mms_refresh=${here.cookie}`
      const proven = await prove(here.token, PASSWORD, { cookie })
      expect(proven).toMatchObject({ status: 200, body: { _id: here.id, role: 'admin' } })
      expect((await identity.client.get('/api/users', { token: here.token })).status).toBe(401)
      expect((await identity.refresh(here.cookie)).status).toBe(401)
      expect((await identity.client.get('/api/users', { token: proven.body.token })).status).toBe(200)
      expect((await identity.refresh(refreshTokenIn(proven))).status).toBe(200)
      const own = await identity.client.get<unknown[]>('/api/auth/sessions', { token: proven.body.token })
      expect(own.body).toHaveLength(1)
      const records = identity.db('audit_entries').where({ actor_id: here.id }).orderBy('id')
      expect(await records.pluck('action')).toEqual(['sign-in.succeeded', 'sign-in.confirmed'])
    })

    test('is not proved by a wrong one, nor by a time that is still to come', async () => {
      const { token } = await administrator()
      identity.clock.offset += TEN_MINUTES + 1_000
      const wrong = { code: 'auth.wrong_password', errors: { password: 'is not right' } }
      expect(await prove(token, 'a guess')).toMatchObject({ status: 400, body: wrong })
      expect(await addUser(token)).toMatchObject(stale)
      // A time that is still to come proves nothing.
      identity.clock.offset -= 3 * TEN_MINUTES
      expect(await addUser(token)).toMatchObject(stale)
      identity.clock.offset += 3 * TEN_MINUTES
    })
  })
})
