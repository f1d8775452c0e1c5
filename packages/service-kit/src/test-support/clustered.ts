import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { CATCH_UP } from '../database/galera/nodes.ts'
import { type Migration, migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { inTransaction } from '../database/transaction.ts'

export interface ClusteredDatabase {
  /** A pool for each node, in their order; what a replica beside that node has. */
  pools: [Knex, Knex, Knex]
  /**
   * Lets a node apply nothing of the others until the work is done. It can be read and written meanwhile; what is written there commits
   * only afterwards.
   */
  whileLagging<T>(node: number, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One for each thread with which a node applies: while each waits for its table, nothing that comes after is applied. */
const obstacles = ['obstacle_1', 'obstacle_2']

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
  const tables = obstacles.map((table) => `${name}.${table}`)
  for (const table of tables) await first.raw('create table ?? (id int auto_increment primary key)', [table])
  return {
    pools,
    async whileLagging(node, work) {
      const lagging = direct[node] as Knex
      await lagging.raw(CATCH_UP)
      await lagging.raw('lock tables ?? write, ?? write', tables)
      try {
        for (const table of tables) await first.raw('insert into ?? values ()', [table])
        return await work()
      } finally {
        await lagging.raw('unlock tables')
      }
    },
    async close() {
      await Promise.all(pools.map((pool) => pool.destroy()))
      await first.raw('drop database ??', [name])
      await Promise.all(direct.map((each) => each.destroy()))
    },
  }
}

/** Resolves when this pool waits for its node to catch up. */
export const nextCatchUp = (pool: Knex): Promise<void> =>
  new Promise((resolve) => {
    pool.on('query', ({ sql }: { sql: string }) => {
      if (sql === CATCH_UP) resolve()
    })
  })

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
