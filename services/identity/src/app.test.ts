import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD, refreshTokenIn, startIdentity, type TestIdentity } from '../test/support.ts'

/** Who may call what. A route that is not here, or is here otherwise, is a decision to take on purpose. */
const access = {
  'post /api/auth/login': 'public',
  'post /api/auth/refresh': 'public',
  'post /api/auth/logout': 'public',
  'post /api/auth/password': 'signed-in',
  'get /api/users': 'admin',
  'post /api/users': 'admin',
  'put /api/users/:id': 'admin',
  'post /api/users/:id/password': 'admin',
  'get /.well-known/jwks.json': 'public',
  'get /.well-known/endings': 'public',
}

describe.each(testDatabases())('identity on $name', (database: TestDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await startIdentity(database)
  })
  afterAll(() => identity.close())

  const call = ({ method, path }: { method: string; path: string }, token?: string) =>
    identity.client[method as 'get'](path.replace(':id', v7()), { ...(token && { token }) })

  test('has one list of routes and of who may call them', () => {
    const listed = identity.routes.map(({ method, path, access }) => [`${method} ${path}`, access])
    expect(Object.fromEntries(listed)).toEqual(access)
  })

  test('answers staff 403 and strangers 401 on every route of administrators', async () => {
    const token = await identity.tokenOf('staff')
    for (const [name, who] of Object.entries(access)) {
      if (who !== 'admin') continue
      const [method, path] = name.split(' ') as [string, string]
      const route = { method, path }
      expect(await call(route, token)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } })
      expect(await call(route)).toMatchObject({ status: 401, body: { code: 'auth.missing_token' } })
      expect(await call(route, 'not.a.token')).toMatchObject({
        status: 401,
        body: { code: 'auth.invalid_token' },
      })
    }
  })

  test('does not know somebody whose row is gone', async () => {
    const user = await identity.addUser({ role: 'admin' })
    const { token } = (await identity.login(user.email)).body
    await identity.db('users').where({ id: user.id }).delete()
    expect((await identity.client.get('/api/users', { token })).status).toBe(401)
  })

  test('writes no password, token, cookie or hash to its log', async () => {
    const [next, wrong] = ['a brand new password', 'an altogether wrong one']
    const admin = await identity.addUser({ role: 'admin' })
    const signedIn = await identity.login(admin.email)
    const { token } = signedIn.body
    const cookie = refreshTokenIn(signedIn)
    const refreshed = await identity.refresh(cookie)
    await identity.login(admin.email, wrong)
    await identity.client.post('/api/auth/password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: next },
      headers: { cookie: `mms_refresh=${cookie}` },
    })
    const person = { email: `${v7()}@example.com`, name: 'Ravi', role: 'staff' }
    for (const body of [
      { ...person, password: next },
      { ...person, password: next },
      { ...person, password: 'short-1' },
    ]) {
      await identity.client.post('/api/users', { token, body })
    }
    await identity.client.get('/api/users', { token: `${token}x` })
    await identity.refresh(refreshTokenIn(refreshed))
    identity.clock.offset += 60_000
    await identity.refresh(cookie)
    await identity.logout(cookie)
    const log = identity.lines.join('\n')
    expect(log).toContain('used twice')
    const hashes = await identity.db('users').pluck('password_hash')
    const tokens = [token, refreshed.body.token].flatMap((text) => [text, text.split('.')[2] as string])
    const secrets = [
      PASSWORD,
      next,
      wrong,
      'short-1',
      cookie,
      refreshTokenIn(refreshed),
      ...tokens,
      ...hashes,
    ]
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  test('writes no hash to its log when the database fails', async () => {
    const token = await identity.tokenOf('admin')
    const refusal = {
      sqlite: "begin select raise(abort, 'broken'); end",
      mariadb: "for each row signal sqlstate '45000'",
    }
    await identity.db.raw(`create trigger refuse_users before insert on users ${refusal[database.name]}`)
    const body = {
      email: `${v7()}@example.com`,
      name: 'Ravi',
      role: 'staff',
      password: 'a brand new password',
    }
    const answer = await identity.client.post('/api/users', { token, body })
    await identity.db.raw('drop trigger refuse_users')
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong' } })
    const log = identity.lines.join('\n')
    expect(log).toContain('insert into `users`')
    expect(log).not.toContain('$argon2id')
  })
})
