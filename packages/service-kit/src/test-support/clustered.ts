import { randomBytes, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { expect, inject } from 'vitest'
import { CATCH_UP_SQL } from '../database/galera/nodes.ts'
import { type Migration, migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { inTransaction } from '../database/transaction.ts'

export interface ClusteredDatabase {
  pools: [Knex, Knex, Knex]
  /** Pauses replication to a node during `work`. Local writes commit only afterwards. */
  whileLagging<T>(node: number, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One table per applier thread: while each waits for its lock, nothing later is applied. */
const obstacles = ['obstacle_1', 'obstacle_2']

/** Opens a database on the cluster that `npm run cluster` started. */
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
      await lagging.raw(CATCH_UP_SQL)
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

export const nextCatchUp = (pool: Knex): Promise<void> =>
  new Promise((resolve) => {
    pool.on('query', ({ sql }: { sql: string }) => {
      if (sql === CATCH_UP_SQL) resolve()
    })
  })

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
 * Expects that `lock` serialises decisions at two nodes: each inserts a row unless there is one, and only one may
 * succeed.
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
