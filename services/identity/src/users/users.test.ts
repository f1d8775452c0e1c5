import type { User } from '@mms/contracts'
import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPerson, refreshTokenIn, startIdentity } from '../../test/support.ts'

describe.each(testDatabases())('users on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let token: string
  beforeAll(async () => {
    token = await identity.tokenOf('admin')
  })

  const create = (body: object) =>
    identity.client.post<User & { errors: object }>('/api/users', { token, body })
  const update = (id: string, body: object) => identity.client.put<User>(`/api/users/${id}`, { token, body })

  test('adds a user who can sign in, and shows no password', async () => {
    const { password, ...person } = buildPerson({ name: ' Ravi “R” कुमार 💊 ' })
    const answer = await create({ ...person, password })
    const createdAt = expect.stringMatching(/^\d{4}-.*Z$/)
    const shown = { ...person, _id: expect.any(String), disabled: false, createdAt }
    const expected = { ...shown, name: 'Ravi “R” कुमार 💊' }
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual(expected)
    expect((await identity.login(person.email, password)).status).toBe(200)
    const all = await identity.client.get<User[]>('/api/users', { token })
    expect(all.body).toContainEqual(expected)
  })

  test('lists users by name in any case, disabled ones last', async () => {
    const names = ['asha Zacharias', 'Bela Zacharias', 'Asha Aziz Zacharias']
    const disabled = await identity.addUser({ name: 'Aaron Zacharias' })
    await update(disabled.id, { disabled: true })
    for (const name of names) await create(buildPerson({ name }))
    const { body } = await identity.client.get<User[]>('/api/users', { token })
    const seen = body.map(({ name }) => name).filter((name) => name.endsWith(' Zacharias'))
    expect(seen).toEqual(['Asha Aziz Zacharias', 'asha Zacharias', 'Bela Zacharias', 'Aaron Zacharias'])
  })

  const taken = {
    status: 409,
    body: { code: 'identity.email_taken', errors: { email: 'is already in use' } },
  }

  test('adds no second user of an email, in any case, not even of requests at once', async () => {
    const user = buildPerson()
    const answers = await Promise.all([create(user), create(user), create(user)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await create(buildPerson({ email: user.email.toUpperCase() }))).toMatchObject(taken)
  })

  test('changes email, name and role: the person signs in by it from then on, and stays signed in', async () => {
    const user = await identity.addUser({ role: 'admin' })
    const login = await identity.login(user.email)
    const email = `new-${v7()}@example.com`
    const person = { name: user.name, role: 'admin', disabled: false }
    const body = { ...person, email: ` ${email.toUpperCase()} ` }
    // Administrators may also change their own.
    const own = identity.client.put<User>(`/api/users/${user.id}`, { token: login.body.token, body })
    expect(await own).toMatchObject({ status: 200, body: { _id: user.id, ...person, email } })
    expect((await identity.login(user.email)).status).toBe(401)
    expect((await identity.login(email)).status).toBe(200)
    const renewed = await identity.refresh(refreshTokenIn(login))
    expect(renewed).toMatchObject({ status: 200, body: { _id: user.id, email } })
    const [entry] = await identity.db('audit_entries').where({ subject: user.id }).orderBy('id', 'desc')
    expect(entry).toMatchObject({ action: 'user.changed', actor_id: user.id })
    expect(JSON.parse(entry.values_before)).toEqual({ email: user.email })
    expect(JSON.parse(entry.values_after)).toEqual({ email })
    // Fields that are left out keep their value.
    await update(user.id, { role: 'staff', disabled: true })
    const changed = { name: 'Asha Patel', email, role: 'staff', disabled: true }
    expect((await update(user.id, { name: changed.name })).body).toMatchObject(changed)
    expect(await identity.users.find(user.id)).toMatchObject(changed)
  })

  test('does not change an email to one that is taken, also by two at once', async () => {
    const [one, two] = [await identity.addUser(), await identity.addUser()]
    expect(await update(one.id, { email: two.email.toUpperCase() })).toMatchObject(taken)
    const email = `both-${v7()}@example.com`
    const answers = await Promise.all([one, two].map(({ id }) => update(id, { email })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('ends the sessions of somebody who is disabled, and lets him in again once enabled', async () => {
    const user = await identity.addUser()
    const cookie = refreshTokenIn(await identity.login(user.email))
    expect((await update(user.id, { disabled: true })).status).toBe(200)
    expect((await identity.login(user.email)).status).toBe(401)
    expect((await update(user.id, { disabled: false })).status).toBe(200)
    expect((await identity.refresh(cookie)).status).toBe(401)
    expect((await identity.login(user.email)).status).toBe(200)
  })

  test.each([
    ['disabled', { role: 'admin' as const, disabled: true }, 401],
    ['made staff', { role: 'staff' as const, disabled: false }, 403],
  ])('does not let an administrator who was %s use the rest of a token', async (_, change, status) => {
    const admin = await identity.addUser({ role: 'admin' })
    const old = (await identity.login(admin.email)).body.token
    await identity.users.update(admin.id, { ...admin, ...change })
    const request = { token: old, body: buildPerson({ role: 'admin' }) }
    expect((await identity.client.post('/api/users', request)).status).toBe(status)
  })

  test.each([
    ['a role that is none', { role: 'owner' }, 'role'],
    ['a short password', { password: 'short' }, 'password'],
    ['an email that is none', { email: 'ravi@' }, 'email'],
  ])('does not add a user with %s', async (_, given, field) => {
    const user = buildPerson(given)
    const answer = await create(user)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(await identity.users.findByEmail(user.email)).toBeUndefined()
  })

  test.each([
    ['a user that is not there', v7(), {}, 404],
    ['an email that is none', v7(), { email: 'x@' }, 400],
    ['a text for disabled', v7(), { disabled: 'false' }, 400],
  ])('does not change %s', async (_, id, given, status) => {
    expect((await update(encodeURIComponent(id), given)).status).toBe(status)
  })
})
