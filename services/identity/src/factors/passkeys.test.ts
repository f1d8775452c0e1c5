import type { LoginResponse, NewPasskey, OwnSecondStep, Problem, RecoveryCodes } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { buildAuthenticator } from '../../test/authenticator.ts'
import { PASSWORD, startIdentity } from '../../test/support.ts'
import type { StoredUser } from '../users/store.ts'
import { siteOf } from './passkeys.ts'

const OWN = '/api/auth/second-step'
const ORIGIN = 'http://localhost:5000'

describe.each(testDatabases())('passkeys on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))

  const post = <T>(
    path: string,
    body: object,
    { token, origin = ORIGIN }: { token?: string; origin?: string } = {},
  ) => identity.client.post<T & Problem>(path, { body, headers: { origin }, ...(token && { token }) })

  async function addPasskey(
    origin = ORIGIN,
    device = buildAuthenticator(origin),
    given: Partial<StoredUser> = {},
  ) {
    const user = await identity.addUser(given)
    const { token } = (await identity.login(user.email)).body
    const begun = await post<NewPasskey>(`${OWN}/passkeys`, { currentPassword: PASSWORD }, { token })
    const { challenge, options } = begun.body
    const body = { challenge, name: 'Counter PC', passkey: device.create(options) }
    const added = await post<RecoveryCodes>(`${OWN}/passkeys/confirm`, body, { token })
    return { user, token, device, added }
  }

  /** Signs in by password from a page at `origin`. Returns the second step that is requested. */
  async function askedOf(email: string, origin = ORIGIN) {
    const { body } = await post('/api/auth/login', { email, password: PASSWORD }, { origin })
    const { challenge = '', methods = [], passkey = {} } = body.secondStep ?? {}
    return { challenge, methods, options: passkey }
  }
  const take = (challenge: string, passkey: object, origin = ORIGIN) =>
    post<LoginResponse>('/api/auth/login/second-step', { challenge, passkey }, { origin })

  test('one is added with its name and recovery codes, and signs in', async () => {
    const { user, token, device, added } = await addPasskey()
    expect(added).toMatchObject({ status: 200 })
    expect(added.body.recoveryCodes).toHaveLength(10)
    const { challenge, methods, options } = await askedOf(user.email)
    expect(methods).toEqual(['passkey', 'recovery'])
    const signedIn = await take(challenge, device.get(options))
    expect(signedIn).toMatchObject({ status: 200, body: { token: expect.any(String), email: user.email } })
    const own = await identity.client.get<OwnSecondStep>(OWN, { token })
    const used = { name: 'Counter PC', lastUsedAt: expect.any(String) }
    expect(own.body).toMatchObject({ app: null, passkeys: [used] })
  })

  test('what it signed is good once, for one sign-in, of its own user', async () => {
    const { user, device } = await addPasskey()
    const [first, second] = [await askedOf(user.email), await askedOf(user.email)]
    const shown = device.get(first.options)
    expect((await take(second.challenge, shown)).body.code).toBe('auth.passkey_refused')
    expect((await take(first.challenge, shown)).status).toBe(200)
    expect((await take(first.challenge, shown)).status).toBe(409)
    const stranger = (await addPasskey()).device.get(second.options)
    expect((await take(second.challenge, stranger)).body.code).toBe('auth.passkey_refused')
  })

  test('another site gets nothing signed that is good here, whatever it says it is', async () => {
    const { user, device } = await addPasskey()
    const { challenge } = await askedOf(user.email)
    const phished = buildAuthenticator('http://localhost.example:5000')
    const options = (await askedOf(user.email)).options
    expect((await take(challenge, { ...phished.get(options), id: device.get(options).id })).status).toBe(400)
    expect((await take(challenge, device.get(options), 'http://localhost.example:5000')).status).toBe(400)
    expect((await addPasskey('http://localhost.example:5000')).added.body.code).toBe('auth.passkey_refused')
  })

  test('a copy whose counter is behind is refused', async () => {
    const { user, device } = await addPasskey()
    const first = await askedOf(user.email)
    device.counter.value = 7
    expect((await take(first.challenge, device.get(first.options))).status).toBe(200)
    device.counter.value = 3
    const second = await askedOf(user.email)
    expect((await take(second.challenge, device.get(second.options))).status).toBe(400)
  })

  test('one is added to the account that began, and to no other that has it already', async () => {
    const { token, device } = await addPasskey()
    const other = await identity.tokenOf('staff')
    const begun = await post<NewPasskey>(`${OWN}/passkeys`, { currentPassword: PASSWORD }, { token: other })
    const { challenge, options } = begun.body
    const body = { challenge, name: 'Counter PC', passkey: device.create(options) }
    const confirm = (by: string) => post(`${OWN}/passkeys/confirm`, body, { token: by })
    expect(await confirm(token)).toMatchObject({ status: 409, body: { code: 'auth.second_step_over' } })
    expect(await confirm(other)).toMatchObject({ status: 409, body: { code: 'auth.passkey_taken' } })
  })

  test('the largest that there is signs in, and approves a return', async () => {
    const email = `${'a'.repeat(64)}@${'pharmacy.'.repeat(20)}example`
    const largest = buildAuthenticator(ORIGIN, 'ML-DSA-44', 1_023)
    const { added } = await addPasskey(ORIGIN, largest, { role: 'admin', email })
    expect(added.status).toBe(200)
    const { challenge, options } = await askedOf(email)
    expect((await take(challenge, largest.get(options))).status).toBe(200)

    const token = await identity.tokenOf('staff')
    const approval = { email, password: PASSWORD, purpose: 'sales.return', subject: 's'.repeat(300) }
    const asked = await post('/api/auth/approvals', approval, { token })
    const { challenge: next = '', passkey = {} } = asked.body.secondStep ?? {}
    const body = { ...approval, secondStep: { challenge: next, passkey: largest.get(passkey) } }
    expect(JSON.stringify(body).length).toBeGreaterThan(6_000)
    const approved = { status: 200, body: { approval: expect.any(String) } }
    expect(await post('/api/auth/approvals', body, { token })).toMatchObject(approved)
  })

  test('is not offered where browsers know none', async () => {
    const { user, token } = await addPasskey()
    expect((await askedOf(user.email, 'http://192.168.1.10:5000')).methods).toEqual(['recovery'])
    const begin = { currentPassword: PASSWORD }
    const refused = await post(`${OWN}/passkeys`, begin, { token, origin: 'http://[::1]:5000' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'auth.no_passkeys_here' } })
  })
})

test('the site is the one that is set, else the one of the page', () => {
  const site = { origin: 'https://pharmacy.example', host: 'pharmacy.example' }
  expect(siteOf('https://pharmacy.example', 'http://evil.example')).toEqual(site)
  expect(siteOf(undefined, 'http://localhost:5000')?.host).toBe('localhost')
  for (const sent of [undefined, 'null', 'nonsense', 'http://10.0.0.1']) {
    expect(siteOf(undefined, sent)).toBeUndefined()
  }
})
