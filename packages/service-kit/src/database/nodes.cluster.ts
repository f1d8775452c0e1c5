import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClusteredDatabase, createMeeting, openClustered } from '../test-support/clustered.ts'
import { catchUp } from './galera/cluster.ts'
import { inTransaction } from './transaction.ts'

let clustered: ClusteredDatabase
beforeAll(async () => {
  clustered = await openClustered([])
  await clustered.pools[0].raw('create table counters (id int primary key, n int not null)')
})
afterAll(() => clustered.close())

test('a transaction that lost against one of another node runs again', async () => {
  const [one, , other] = clustered.pools
  await one('counters').insert({ id: 1, n: 0 })
  await catchUp(other)
  const meet = createMeeting()
  let runs = 0
  const add = (db: Knex) =>
    inTransaction(db, async (trx) => {
      runs += 1
      const { n } = await trx('counters').where({ id: 1 }).forUpdate().first('n')
      await meet()
      await trx('counters')
        .where({ id: 1 })
        .update({ n: n + 1 })
    })
  await Promise.all([add(one), add(other)])
  await catchUp(one)
  expect((await one('counters').first('n')).n).toBe(2)
  expect(runs).toBe(3)
})

test('a node that has caught up shows what another one has committed', async () => {
  const [one, , behind] = clustered.pools
  const seen = await clustered.whileLagging(2, async () => {
    await one('counters').insert({ id: 2, n: 0 })
    const before = await behind('counters').where({ id: 2 }).first()
    return { before, after: catchUp(behind).then(() => behind('counters').where({ id: 2 }).first()) }
  })
  expect(seen.before).toBeUndefined()
  expect(await seen.after).toEqual({ id: 2, n: 0 })
})
