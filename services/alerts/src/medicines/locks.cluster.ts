import { randomUUID } from 'node:crypto'
import { type ClusteredDatabase, expectOneAtATime, openClustered } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import { createMedicineStore } from './store.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(migrations)
})
afterAll(() => clustered.close())

test('a medicine is judged at one node at a time', async () => {
  const id = randomUUID()
  const names = { name: 'A', category: 'B', salts: 'c', deleted: 0 }
  await clustered.pools[0]('medicines').insert({ id, ...names, version: 1, state: '{}' })
  await expectOneAtATime(clustered.pools, (trx) => createMedicineStore(trx).findLocked([id]))
})
