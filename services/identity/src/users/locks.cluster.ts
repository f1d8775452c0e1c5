import { randomUUID } from 'node:crypto'
import {
  type ClusteredDatabase,
  createMeeting,
  expectOneAtATime,
  openClustered,
} from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createThrottleStore } from '../throttle/store.ts'
import { createUserService } from './service.ts'
import { createUserStore } from './store.ts'

const admins = [randomUUID(), randomUUID()] as const
let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())
beforeEach(async () => {
  const [db] = clustered.pools
  await db('users').delete()
  for (const id of admins) {
    const person = { id, email: `${id}@example.test`, name: 'Admin', role: 'admin' as const, disabled: false }
    const rest = { passwordHash: '-', mustChangePassword: false, createdAt: new Date().toISOString() }
    await createUserStore(db).insert({ ...person, ...rest })
  }
})

test('two administrators who disable each other at two nodes leave one', async () => {
  const meet = createMeeting()
  const [one, , other] = clustered.pools
  const disable = (db: Knex, id: string) => {
    const unused = { hasher: undefined as never, refuseEasy: () => {}, now: Date.now }
    const service = createUserService({ db, ...unused, endAccess: meet })
    return service.update(id, { name: 'Admin', role: 'admin', disabled: true })
  }
  const done = await Promise.allSettled([disable(one, admins[0]), disable(other, admins[1])])
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await one('users').where({ disabled: false })).toHaveLength(1)
})

test('who locks a user, or the administrators, is alone at all nodes', async () => {
  await expectOneAtATime(clustered.pools, (trx) => createUserStore(trx).lock(admins[0]))
  await expectOneAtATime(clustered.pools, (trx) => createUserStore(trx).lockEnabledAdmins())
})

test('tries at three nodes are counted together', async () => {
  const bucket = { key: 'guess', burst: 5, intervalMs: 600_000 }
  const at = Date.now()
  const tries = clustered.pools.flatMap((db) =>
    Array.from({ length: 10 }, () => createThrottleStore(db).take(bucket, at)),
  )
  // A try that loses too many conflicts is refused with 503, never allowed.
  const waits = await Promise.allSettled(tries)
  const allowed = waits.filter((each) => each.status === 'fulfilled' && each.value === 0)
  expect(allowed).toHaveLength(5)
})
