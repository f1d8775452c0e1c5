import { type ClusteredDatabase, expectOneAtATime, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, test } from 'vitest'
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
