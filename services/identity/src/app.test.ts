import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { testAccess } from '@mms/service-kit/test-support/access'
import { testJobAlarms } from '@mms/service-kit/test-support/job-alarms'
import { describe, expect, test } from 'vitest'
import { buildPerson, PASSWORD, refreshTokenIn, startIdentity } from '../test/support.ts'

testJobAlarms(startIdentity)

testAccess(startIdentity, {
  'post /api/auth/login': 'public',
  'post /api/auth/refresh': 'public',
  'post /api/auth/logout': 'public',
  'post /api/auth/password': 'signed-in',
  'post /api/auth/approvals': 'signed-in',
  'get /api/users': 'admin',
  'get /api/users/history': 'admin',
  'post /api/users': { who: 'admin', body: buildPerson() },
  'put /api/users/:id': { who: 'admin', body: { name: 'Ravi', role: 'staff', disabled: false } },
  'post /api/users/:id/password': { who: 'admin', body: { password: 'a brand new password' } },
  'post /api/auth/login/second-step': 'public',
  'post /api/auth/login/second-step/set-up': 'public',
  'post /api/auth/login/second-step/set-up/confirm': 'public',
  'get /api/auth/second-step': 'signed-in',
  'post /api/auth/second-step/app': 'signed-in',
  'post /api/auth/second-step/app/confirm': 'signed-in',
  'post /api/auth/second-step/passkeys': 'signed-in',
  'post /api/auth/second-step/passkeys/confirm': 'signed-in',
  'post /api/auth/second-step/recovery-codes': 'signed-in',
  'post /api/auth/second-step/remove': 'signed-in',
  'get /api/users/second-steps': 'admin',
  'get /api/auth/single-sign-on': 'public',
  'get /api/auth/single-sign-on/begin': 'public',
  'get /api/auth/single-sign-on/return': 'public',
  'delete /api/users/:id/second-step': 'admin',
  'get /api/auth/settings': 'admin',
  'put /api/auth/settings': { who: 'admin', body: { administratorsNeedSecondStep: false } },
  'post /api/auth/reauthenticate': { who: 'signed-in', body: { password: 'a guess' } },
  'get /api/auth/till': 'signed-in',
  'put /api/auth/till/pin': { who: 'signed-in', body: { pin: '290417' } },
  'delete /api/auth/till/pin': 'signed-in',
  'post /api/auth/till/person': 'signed-in',
  'get /api/auth/sessions': 'signed-in',
  'delete /api/auth/sessions/:id': 'signed-in',
  'delete /api/auth/sessions': 'signed-in',
  'get /.well-known/jwks.json': 'public',
  'get /.well-known/endings': 'public',
})

describe.each(testDatabases())('identity on $name', (database: TestDatabase) => {
  const identity = openForTests(() => startIdentity(database))

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
    const person = buildPerson()
    for (const password of [next, next, 'short-1']) {
      await identity.client.post('/api/users', { token, body: { ...person, password } })
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
    const answer = await identity.client.post('/api/users', { token, body: buildPerson() })
    await identity.db.raw('drop trigger refuse_users')
    expect(answer).toMatchObject({ status: 500, body: { message: 'Something went wrong' } })
    const log = identity.lines.join('\n')
    expect(log).toContain('insert into `users`')
    expect(log).not.toContain('$argon2id')
  })
})
