import { openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeEach, describe, expect, test } from 'vitest'
import { startIdentity } from '../../test/support.ts'
import type { StoredUser } from './store.ts'

const ROUNDS = 10

describe.each(testDatabases())('the last administrator on $name', (database) => {
  const identity = openForTests(() => startIdentity(database))
  let admin: StoredUser
  let token: string
  beforeEach(async () => {
    await identity.db('users').delete()
    admin = await identity.addUser({ role: 'admin' })
    await identity.addUser({ role: 'admin', disabled: true })
    await identity.addUser({ role: 'staff' })
    token = (await identity.login(admin.email)).body.token
  })

  const put = ({ id }: StoredUser, role: string, disabled: boolean) =>
    identity.client.put(`/api/users/${id}`, { token, body: { name: 'Renamed', role, disabled } })
  const enabledAdmins = () => identity.db('users').where({ role: 'admin', disabled: false })

  test.each([
    ['disabled', 'admin', true],
    ['made staff', 'staff', false],
    ['both', 'staff', true],
  ])('cannot be %s: 409, and nothing changes', async (_, role, disabled) => {
    const refused = { status: 409, body: { code: 'identity.last_admin' } }
    expect(await put(admin, role, disabled)).toMatchObject(refused)
    expect(await identity.users.find(admin.id)).toEqual(admin)
  })

  test('can be renamed, and may disable himself once there is another', async () => {
    expect((await put(admin, 'admin', false)).status).toBe(200)
    await identity.addUser({ role: 'admin' })
    expect((await put(admin, 'admin', true)).status).toBe(200)
    expect(await enabledAdmins()).toHaveLength(1)
  })

  test('stays, whichever of two goes first when both are asked to go at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const other = await identity.addUser({ role: 'admin' })
      const [one, two] = await Promise.all([put(admin, 'staff', false), put(other, 'admin', true)])
      expect(await enabledAdmins()).toHaveLength(1)
      // The other request is refused: its sender is the last administrator, or is none any more.
      expect([one.status, two.status].filter((status) => status === 200)).toHaveLength(1)
      await identity.users.update(admin.id, admin)
      token = (await identity.login(admin.email)).body.token
      await identity.users.update(other.id, { ...other, role: 'staff' })
    }
  })
})
