import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClusteredDatabase, openClustered } from '../test-support/clustered.ts'
import { createLeaseStore } from './lease-store.ts'
import { leasedJob } from './leased-job.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered([])
})
afterAll(() => clustered.close())

test('one of three nodes claims what is due, whenever all want it at once', async () => {
  const stores = clustered.pools.map((db) => createLeaseStore(db, 'claimed'))
  await stores[0]?.prepare(0)
  for (let round = 0; round < 30; round += 1) {
    await stores[0]?.makeDue()
    const claims = await Promise.all(stores.map((store, node) => store.claimDue(`${node}`, 60_000, 120_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  }
})

test('a job that is due runs at one replica, and the one that takes over ends it at the other', async () => {
  let [running, most, finished] = [0, 0, 0]
  const jobs = clustered.pools.map((db) =>
    leasedJob({
      ...{ db, log: pino({ level: 'silent' }), name: 'nightly', every: () => 3_600_000, alarmMs: 7_200_000 },
      async run() {
        running += 1
        most = Math.max(most, running)
        await delay(300)
        running -= 1
        finished += 1
      },
    }),
  )
  const never = new AbortController().signal
  await Promise.all(jobs.map((job) => job.runIfDue(never)))
  expect({ most, finished }).toEqual({ most: 1, finished: 1 })
})
