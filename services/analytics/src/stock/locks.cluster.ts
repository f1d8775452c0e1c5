import { type ClusteredDatabase, expectOneAtATime, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { lockStock, prepareStockLock } from './head-store.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

test('projections at two nodes write one after the other', async () => {
  await prepareStockLock(clustered.pools[0], 'Asia/Kolkata')
  await expectOneAtATime(clustered.pools, lockStock)
})
