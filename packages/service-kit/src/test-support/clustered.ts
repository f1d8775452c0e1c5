import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { type Migration, migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { inTransaction } from '../database/transaction.ts'

export interface ClusteredDatabase {
  /** A pool for each node, in their order; what a replica beside that node has. */
  pools: [Knex, Knex, Knex]
  /** Lets a node receive and apply nothing until the work is done, so that it lags behind the others. */
  whileLagging<T>(node: number, work: () => Promise<T>): Promise<T>
  /**
   * Has the other nodes so much to apply that they lag behind the first one for a moment, in which they can be written to. Calls `work` until
   * it says that it met such a moment; fails when it never did.
   */
  untilBehind(work: () => Promise<boolean>): Promise<void>
  close(): Promise<void>
}

const BURDEN_ROWS = 150_000
const TRIES = 8

/** A database of its own on the cluster that `npm run cluster` has started. */
export async function openClustered(migrations: Migration[]): Promise<ClusteredDatabase> {
  const addresses = inject('galeraNodes')
  const name = `test_${randomBytes(6).toString('hex')}`
  const direct = addresses.map((address) => openDatabase(`mysql://root@${address}/mysql`, { poolSize: 1 }))
  const [first] = direct as [Knex]
  await first.raw('create database ??', [name])
  const pools = addresses.map((address, index) => {
    const others = [...addresses.slice(index + 1), ...addresses.slice(0, index)].join(',')
    return openDatabase(`mysql://root@${address}/${name}?cluster=galera&nodes=${others}`)
  }) as ClusteredDatabase['pools']
  await migrate(pools[0], migrations, { log: pino({ level: 'silent' }) })
  await first.raw('create table ??.decisions (id char(36) primary key)', [name])
  return {
    pools,
    async whileLagging(node, work) {
      const lagging = direct[node] as Knex
      await lagging.raw('flush tables with read lock')
      try {
        return await work()
      } finally {
        await lagging.raw('unlock tables')
      }
    },
    async untilBehind(work) {
      // One for each thread that applies: what only waits for its commit has its rows locked already.
      const burdens = ['burden_1', 'burden_2']
      for (const table of burdens)
        await pools[0].raw('create table if not exists ?? (id int, words char(200))', [table])
      // A new connection waits until its node has caught up: there are enough before.
      const warmUp = (pool: Knex) =>
        Promise.all(Array.from({ length: 5 }, () => pool.raw('select sleep(0.5)')))
      await Promise.all(pools.map(warmUp))
      for (let tries = 0; tries < TRIES; tries += 1) {
        const fill = `insert into ?? select seq, repeat('x', 200) from seq_1_to_${BURDEN_ROWS}`
        await Promise.all(burdens.map((table) => pools[0].raw(fill, [table])))
        if (await work()) return
      }
      throw new Error('No node ever lagged behind the first one')
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.destroy()))
      await first.raw('drop database ??', [name])
      await Promise.all(direct.map((each) => each.destroy()))
    },
  }
}

/** Resolves for both once two have come. */
export function createMeeting() {
  let isComplete = () => {}
  let expected = 2
  const all = new Promise<void>((resolve) => {
    isComplete = resolve
  })
  return () => {
    expected -= 1
    if (expected === 0) isComplete()
    return all
  }
}

/**
 * Expects that what is decided under `lock` at two nodes at the same moment is decided one after the other: each inserts a row
 * of its own unless there is one, and has seen none before either commits.
 */
export async function expectOneAtATime(
  [one, , other]: ClusteredDatabase['pools'],
  lock: (trx: Knex.Transaction) => Promise<unknown>,
): Promise<void> {
  const meet = createMeeting()
  const decide = (db: Knex) =>
    inTransaction(db, async (trx) => {
      await lock(trx)
      const isFirst = (await trx('decisions').first('id')) === undefined
      await meet()
      if (isFirst) await trx('decisions').insert({ id: randomUUID() })
    })
  await one('decisions').delete()
  await Promise.all([decide(one), decide(other)])
  expect(await one('decisions').pluck('id')).toHaveLength(1)
}
