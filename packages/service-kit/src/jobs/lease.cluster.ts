import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClusteredDatabase, openClustered } from '../test-support/clustered.ts'
import { createLeaseStore } from './lease-store.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered([])
})
afterAll(() => clustered.close())

test('one of three nodes claims what is due, whenever all want it at once', async () => {
  const stores = clustered.pools.map((db) => createLeaseStore(db, 'claimed'))
  await Promise.all(stores.map((store) => store.prepare(0)))
  for (let round = 0; round < 30; round += 1) {
    await stores[0]?.makeDue()
    const claims = await Promise.all(stores.map((store, node) => store.claimDue(`${node}`, 60_000, 120_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  }
})
