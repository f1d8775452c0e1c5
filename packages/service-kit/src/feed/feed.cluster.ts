import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../database/transaction.ts'
import { type ClusteredDatabase, nextCatchUp, openClustered } from '../test-support/clustered.ts'
import { createFeed } from './feed.ts'
import { appendEvents } from './outbox.ts'
import { feedMigrations } from './tables.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered(feedMigrations('20260101000000'))
})
afterAll(() => clustered.close())

const feeds = () => clustered.pools.map((db) => createFeed({ db, source: 'shelves' }))
const append = (node: 0 | 1 | 2, subject: string) =>
  inTransaction(clustered.pools[node], (trx) =>
    appendEvents(trx, [{ type: 'shelf.changed', subject, data: {} }]),
  )

test('replicas at three nodes number a feed without gaps, each event once', async () => {
  const ROUNDS = 20
  const rounds = feeds().map(async (feed, node) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await append(node as 0 | 1 | 2, `${node}-${round}`)
      await feed.number()
    }
  })
  await Promise.all(rounds)
  await feeds()[0]?.number()
  const positions = await clustered.pools[1]('outbox').orderBy('position').pluck('position')
  expect(positions).toEqual(Array.from({ length: 3 * ROUNDS }, (_, index) => index + 1))
})

test('a reader that was ahead goes on at a node that lags, and is not sent away', async () => {
  const [ahead, , behind] = feeds()
  // A new connection would catch up by itself.
  await behind?.head()
  const reading = await clustered.whileLagging(2, async () => {
    await append(0, 'late')
    const lastEventId = await ahead?.head()
    const waits = nextCatchUp(clustered.pools[2])
    const events = behind?.read({ lastEventId }).catch((error: Error) => error.message)
    await Promise.race([events, waits])
    return { events }
  })
  expect(await reading.events).toEqual([])
})
