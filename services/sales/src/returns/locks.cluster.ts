import { randomUUID } from 'node:crypto'
import { type ClusteredDatabase, expectOneAtATime, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, test } from 'vitest'
import { createDrawerLocks } from '../drawers/store.ts'
import { createCalendarStore } from '../history/count-store.ts'
import { migrations } from '../migrations/list.ts'
import { createReturnStore } from './store.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

test('two refunds at two nodes are judged one after the other', async () => {
  await clustered.pools[0]('calendar').insert({ id: 1, time_zone: 'Asia/Kolkata' })
  await expectOneAtATime(clustered.pools, (trx) => createReturnStore(trx).lockRefunds())
})

test('two nodes do not count days at once', async () => {
  await expectOneAtATime(clustered.pools, (trx) => createCalendarStore(trx).lock('Asia/Kolkata'))
})

test('a drawer is closed at one node after what another one books into it', async () => {
  const created = { created_by: '', created_by_name: '', created_at: new Date() }
  const counter = { id: randomUUID(), letter: 'A', code: 'A', name: 'Front', secret_digest: '' }
  const { id } = counter
  await clustered.pools[0]('counters').insert({ ...counter, ...created })
  await expectOneAtATime(clustered.pools, async (trx) => {
    await createDrawerLocks(trx).holdOpen([id])
    await createDrawerLocks(trx).lockCounter(id)
  })
})
