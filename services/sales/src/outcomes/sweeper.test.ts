import { setTimeout as delay } from 'node:timers/promises'
import { createLifecycle } from '@mms/service-kit'
import { migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createAttempt, createSweeper } from './settlement.ts'

/** More than one round takes up. */
const DUE = 100
const HOURS_MS = 5.5 * 3_600_000

describe.each(testDatabases())('the sweeper on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
  })
  beforeEach(async () => {
    await database.db('transactions').delete()
    const due = () => buildRecord({ status: 'pending', nextAttemptAt: new Date(0) })
    await createTransactionStore(database.db).insert(Array.from({ length: DUE }, due))
  })

  const sweeper = (
    resolve: (record: TransactionRecord) => Promise<TransactionRecord>,
    lifecycle = createLifecycle(),
  ) => {
    const { db } = database
    const attempt = createAttempt({ db, settlement: { resolve }, log, leaseMs: 3_000 })
    return createSweeper({ db, attempt, lifecycle, leaseMs: 3_000 })
  }

  test.each([
    ['one that waits for its next attempt', HOURS_MS, null],
    ['one that is stuck', 365 * 24 * HOURS_MS, new Date()],
  ])('takes up %s at once where a clock that ran ahead set its time', async (_, ahead, stuckSince) => {
    await database.db('transactions').delete()
    const set = (ms: number) =>
      buildRecord({ status: 'pending', stuckSince, nextAttemptAt: new Date(Date.now() + ms) })
    await createTransactionStore(database.db).insert([set(ahead), set(30_000)])
    const resolve = async (record: TransactionRecord) => ({ ...record, status: 'completed' as const })
    expect(await sweeper(resolve).sweepAll()).toBe(1)
  })

  test('stops with its process though more is due', async () => {
    const lifecycle = createLifecycle()
    const resolve = async (record: TransactionRecord) => {
      lifecycle.stop()
      return { ...record, status: 'completed' as const }
    }
    expect(await sweeper(resolve, lifecycle).sweepAll()).toBeLessThan(DUE)
  })

  test('leaves nothing at work behind when a round fails', async () => {
    let asked = 0
    let atWork = 0
    const resolve = async (record: TransactionRecord) => {
      asked += 1
      if (asked === 1) throw new Error('the database is away')
      atWork += 1
      await delay(20)
      atWork -= 1
      return { ...record, status: 'completed' as const }
    }
    await expect(sweeper(resolve).sweepAll()).rejects.toThrow('the database is away')
    expect(asked).toBeGreaterThan(1)
    expect(atWork).toBe(0)
  })
})
