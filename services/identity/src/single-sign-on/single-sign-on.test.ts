import { openForTests, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import type { ProviderAccount } from '@mms/service-kit/test-support/provider'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, settingsFor, startProvider } from '../../test/provider.ts'
import { secondStepsOf } from '../../test/second-step.ts'
import { deviceIn, PASSWORD, refreshTokenIn, startIdentity, type TestIdentity } from '../../test/support.ts'
import { switchUserOf } from '../../test/switch-user.ts'
import { createFactorStore } from '../factors/store.ts'
import { createProviderAccountStore } from './store.ts'

const PATH = '/api/auth/single-sign-on'

const provider = openForTests(() => startProvider())

let serial = 0
function newAccount(given: ProviderAccount = {}) {
  serial += 1
  const sub = `Subject-${serial}`
  const account = { email: `${sub}@example.test`, email_verified: true, name: 'Asha Rao', roles: ['cashier'] }
  provider.accounts.set(sub, { ...account, ...given })
  return { sub, email: `${sub}@example.test`.toLowerCase() }
}

describe.each(testDatabases())('single sign-on on $name', (database: TestDatabase) => {
  let identity: TestIdentity
  beforeAll(async () => {
    identity = await startIdentity(database, { singleSignOn: settingsFor(provider.issuer) })
  })
  afterAll(() => identity.close())

  type Answer = { status: number; headers: Headers }
  const cookieIn = ({ headers }: Answer) => /mms_sso=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1]
  const begin = (to = '/sales?page=2', more = '') =>
    identity.client.get(`${PATH}/begin?to=${encodeURIComponent(to)}${more}`)
  const comeBack = (search: string, cookie: string | undefined) =>
    identity.client.get(`${PATH}/return${search}`, { headers: { cookie: `mms_sso=${cookie}` } })
  const locationOf = ({ status, headers }: Answer) => [status, headers.get('location')]
  const FAILED = [302, '/login?single-sign-on=failed']

  /** Signs in, from the link on our page to the provider's answer. */
  async function signIn(sub: string, to?: string, more?: string) {
    const begun = await begin(to, more)
    const back = await provider.signIn(begun.headers.get('location') ?? '', sub)
    return comeBack(back.search, cookieIn(begun))
  }
  /** The last audit entry about an account, which must say from where and in which request. */
  async function reasonOf(email: string, { headers }: Answer): Promise<string> {
    const entry = await identity.db('audit_entries').where('subject', email).orderBy('id', 'desc').first()
    const origin = { address: expect.any(String), request_id: headers.get('x-request-id') }
    expect(entry).toMatchObject(origin)
    return `${entry.action} ${JSON.parse(entry.values_after)?.reason}`
  }
  const userOf = async (email: string) => identity.users.findByEmail(email)
  const saveSettings = (token: string, needed: boolean) => secondStepsOf(identity).saveSettings(token, needed)

  test('a person signs in at the provider, and is a user with the role of the claim', async () => {
    const { sub, email } = newAccount()
    const answer = await signIn(sub)
    expect(locationOf(answer)).toEqual([302, '/login?single-sign-on=done&to=%2Fsales%3Fpage%3D2'])
    const refreshed = await identity.refresh(refreshTokenIn(answer))
    expect(refreshed).toMatchObject({ status: 200, body: { email, name: 'Asha Rao', role: 'staff' } })
    expect(answer.headers.get('set-cookie')).toMatch(/mms_sso=; Max-Age=0/)
    expect(await reasonOf(email, answer)).toBe('sign-in.succeeded undefined')
    const user = await userOf(email)
    await signIn(sub)
    expect((await userOf(email))?.id).toBe(user?.id)
    const ended = await identity.logout(refreshTokenIn(refreshed), refreshed.body.token)
    expect(ended.status).toBe(204)
    expect((await identity.refresh(refreshTokenIn(refreshed))).status).toBe(401)
  })

  test('this browser stays the device it was, and its session before ends, though its cookies stay behind', async () => {
    const { sub } = newAccount()
    const before = await signIn(sub)
    const [session = '', device = ''] = [refreshTokenIn(before), deviceIn(before)]
    const cookie = `mms_refresh=${session}; mms_device=${device}`
    const begun = await identity.client.get(`${PATH}/begin`, { headers: { cookie } })
    const back = await provider.signIn(begun.headers.get('location') ?? '', sub)
    const after = await comeBack(back.search, cookieIn(begun))
    expect(deviceIn(after)).toBe(device)
    expect((await identity.refresh(session)).status).toBe(401)
    expect((await identity.refresh(refreshTokenIn(after))).status).toBe(200)
  })

  test('a name loses its control characters, and a provider may say nothing of verified addresses', async () => {
    const name = '\u001b[31mAsha\r\n\u202eRao'
    const { sub, email } = newAccount({ name, email_verified: undefined as never })
    expect(locationOf(await signIn(sub))[1]).toContain('single-sign-on=done')
    expect(await userOf(email)).toMatchObject({ name: '[31mAsha   Rao', role: 'staff' })
  })

  test('another role at the provider is another role here, at the next sign-in', async () => {
    const { sub, email } = newAccount()
    await signIn(sub)
    provider.accounts.set(sub, { email, email_verified: true, roles: 'owner' })
    await signIn(sub)
    expect(await userOf(email)).toMatchObject({ role: 'admin' })
    provider.accounts.set(sub, { email, email_verified: true, roles: ['somebody else'] })
    const refused = await signIn(sub)
    expect(locationOf(refused)).toEqual(FAILED)
    expect(await reasonOf(email, refused)).toBe('sign-in.refused single-sign-on.no_role')
  })

  test.each<[string, ProviderAccount]>([
    ['without a value of a role', { roles: ['visitor'] }],
    ['without the claim', { roles: undefined }],
    ['whose address is not verified', { email_verified: false }],
    ['whose address is verified in another word', { email_verified: 'true' } as never],
    ['whose address is verified by nothing', { email_verified: null } as never],
    ['without an address', { email: undefined } as never],
  ])('a person %s gets no user', async (_, given) => {
    const { sub, email } = newAccount(given)
    const answer = await signIn(sub)
    expect([locationOf(answer), refreshTokenIn(answer)]).toEqual([FAILED, undefined])
    expect(await userOf(email)).toBeUndefined()
  })

  test('the owner of the same address at the provider is not that user', async () => {
    const local = await identity.addUser({ role: 'admin' })
    const { sub } = newAccount({ email: local.email.toUpperCase(), roles: ['owner'] })
    const answer = await signIn(sub)
    expect([locationOf(answer), refreshTokenIn(answer)]).toEqual([FAILED, undefined])
    expect(await reasonOf(local.email, answer)).toBe('sign-in.refused single-sign-on.email_taken')
    expect(await identity.db('provider_accounts').where({ user_id: local.id })).toEqual([])
  })

  test('a subject is told from another by case', async () => {
    const { sub, email } = newAccount()
    await signIn(sub)
    const other = newAccount()
    provider.accounts.set(sub.toLowerCase(), { email: other.email, email_verified: true, roles: ['owner'] })
    await signIn(sub.toLowerCase())
    expect(await userOf(email)).toMatchObject({ role: 'staff' })
    expect(await userOf(other.email)).toMatchObject({ role: 'admin' })
  })

  test('a disabled user stays disabled', async () => {
    const { sub, email } = newAccount()
    await signIn(sub)
    const user = await userOf(email)
    await identity.db('users').where({ email }).update({ disabled: true })
    provider.accounts.set(sub, { email, email_verified: true, roles: ['owner'] })
    const refused = await signIn(sub)
    expect(locationOf(refused)).toEqual(FAILED)
    expect(await reasonOf(email, refused)).toBe('sign-in.refused single-sign-on.disabled')
    expect(await userOf(email)).toMatchObject({ id: user?.id, disabled: true, role: 'staff' })
  })

  const elsewhere = ['https://evil.test/', '//evil.test', '/\\evil.test', '/a\r\nset-cookie: x=y']
  test.each(elsewhere)('afterwards the browser goes nowhere but here: %j', async (to) => {
    const answer = await signIn(newAccount().sub, to)
    expect(locationOf(answer)).toEqual([302, '/login?single-sign-on=done&to=%2F'])
  })

  test('nothing comes back that this browser did not begin', async () => {
    const { sub } = newAccount()
    const [mine, theirs] = [await begin(), await begin()]
    const back = await provider.signIn(theirs.headers.get('location') ?? '', sub)
    const wrong = async (search: string, cookie: string | undefined) => {
      const answer = await comeBack(search, cookie)
      expect([locationOf(answer), refreshTokenIn(answer)]).toEqual([FAILED, undefined])
    }
    await wrong(back.search, undefined)
    await wrong(back.search, cookieIn(mine))
    await wrong(back.search, `${cookieIn(theirs)?.slice(0, -4)}AAAA`)
    await wrong(back.search.replace(/iss=[^&]*/, 'iss=https%3A%2F%2Fevil.test'), cookieIn(theirs))
    await wrong('?error=access_denied&error_description=%1b%5b31mhidden', cookieIn(theirs))
    await wrong('?code=x&state=y', cookieIn(theirs))
    identity.clock.offset = 11 * 60_000
    await wrong(back.search, cookieIn(theirs))
    identity.clock.offset = 0
    expect(identity.lines.join('')).not.toContain('\\u001b')
  })

  test('where administrators need a second step, the provider sees to that of whom it sends, and a password of the same user does not', async () => {
    const { sub, email } = newAccount({ roles: ['owner'] })
    const signedIn = await identity.refresh(refreshTokenIn(await signIn(sub)))
    const cookie = refreshTokenIn(signedIn)
    const { id = '' } = (await userOf(email)) ?? {}
    const hash = await identity.hasher.hash(PASSWORD)
    await identity.db('users').where({ id }).update({ password_hash: hash })
    const byPassword = refreshTokenIn(await identity.login(email))
    expect((await saveSettings(signedIn.body.token, true)).status).toBe(200)
    expect(await identity.refresh(cookie)).toMatchObject({ status: 200, body: { role: 'admin' } })
    expect((await identity.refresh(byPassword)).status).toBe(401)
    const missing = { status: 401, body: { code: 'auth.second_step_missing' } }
    expect(await identity.login(email)).toMatchObject(missing)
    await identity.db('sign_in_settings').delete()
  })

  test('a password that an administrator sets locks nobody out, and is no second step', async () => {
    const { sub, email } = newAccount()
    await signIn(sub)
    const { id = '' } = (await userOf(email)) ?? {}
    const [admin, body] = [await identity.tokenOf('admin'), { password: PASSWORD }]
    await identity.client.post(`/api/users/${id}/password`, { token: admin, body })
    const { token } = (await identity.refresh(refreshTokenIn(await signIn(sub)))).body
    expect(jwt.decode(token)).not.toHaveProperty('mustChangePassword')
    expect((await identity.client.get('/api/auth/sessions', { token })).status).toBe(200)
    await createFactorStore(identity.db).saveApp(id, 'a secret', 0, new Date())
    const answer = await identity.client.post('/api/auth/reauthenticate', { token, body })
    expect(answer).toMatchObject({ status: 403, body: { code: 'auth.second_step_required' } })
  })

  test('before changes of users the provider asks for proof again, and its word alone counts', async () => {
    const { sub } = newAccount({ roles: ['owner'] })
    const tokenOf = async (more?: string) =>
      (await identity.refresh(refreshTokenIn(await signIn(sub, '/users', more)))).body.token
    const end = async (token: string) => (await saveSettings(token, false)).body
    const token = await tokenOf()
    expect(await end(token)).toMatchObject({ administratorsNeedSecondStep: false })
    const own = await identity.client.get('/api/auth/second-step', { token })
    expect(own.body).toMatchObject({ byProvider: true })
    identity.clock.offset += 601_000
    expect(await end(token)).toMatchObject({ status: 403, code: 'auth.sign_in_again' })
    const proof = { token, body: { password: PASSWORD } }
    expect((await identity.client.post('/api/auth/reauthenticate', proof)).status).toBe(400)
    // The provider's clock is ten minutes behind, so its proof looks ten minutes old.
    expect(await end(await tokenOf('&again=true'))).toMatchObject({ code: 'auth.sign_in_again' })
    // The provider's clock is five minutes ahead, so its proof lies in the future and does not count.
    identity.clock.offset = -300_000
    expect(await end(await tokenOf('&again=true'))).toMatchObject({ code: 'auth.sign_in_again' })
    identity.clock.offset = 0
    expect(await end(await tokenOf('&again=true'))).toMatchObject({ administratorsNeedSecondStep: false })
    const asked = new URL((await begin('/users', '&again=true')).headers.get('location') ?? '').searchParams
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0'])
  })

  test('PKCE, state and nonce are asked for', async () => {
    const asked = new URL((await begin()).headers.get('location') ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(asked.get(name)?.length).toBeGreaterThan(40)
    expect(asked.get('redirect_uri')).toBe(`${ORIGIN}${PATH}/return`)
  })
})

describe('single sign-on', () => {
  const [sqlite] = testDatabases() as [TestDatabase]

  test('is off without a provider, whose former people confirm by password', async () => {
    const identity = await startIdentity(sqlite)
    expect((await identity.client.get(PATH)).body).toEqual({ name: null })
    expect((await identity.client.get(`${PATH}/begin`)).status).toBe(404)
    const counter = switchUserOf(identity)
    await counter.allow(true)
    const { ravi, goOn, device } = await counter.openCounter()
    await createProviderAccountStore(identity.db).insert('a key', ravi.user.id, new Date())
    const { token } = (await goOn()).body
    expect(await counter.codeOf(counter.setPin(token, device))).toBe('auth.reauthenticate')
    await identity.close()
  })

  test('a provider that is away is a failed sign-in, and is asked again at the next', async () => {
    const gone = await startProvider()
    gone.close()
    const identity = await startIdentity(sqlite, { singleSignOn: settingsFor(gone.issuer) })
    const answer = await identity.client.get(`${PATH}/begin`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/login?single-sign-on=failed'])
    await identity.close()
  })
})
