import type { StockOutcome } from '@mms/contracts'
import { migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { OutcomeUnknownError } from '../inventory/client.ts'
import { migrations } from '../migrations/list.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createUnfinishedStore } from './pending-store.ts'
import { createSettlement } from './settlement.ts'

const refusal = { code: 'inventory.insufficient_stock', message: 'Only 1 units of “A” are in stock' }
const pending = () =>
  buildRecord({ status: 'pending', balanceAfter: null, nextAttemptAt: new Date('2100-01-01') })

describe.each(testDatabases())('settling on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
  })

  const settlementOf = (answer: (id: string) => Promise<StockOutcome>) => {
    const inventory = { apply: ({ id }: { id: string }) => answer(id), cancel: answer }
    return createSettlement({ db: database.db, inventory, timeZone: 'Asia/Kolkata', log })
  }
  const applied = async (movementId: string): Promise<StockOutcome> => {
    return { outcome: 'applied', movementId, medicineId: movementId, version: 7, balanceAfter: 3, lines: [] }
  }
  const insert = async (count: number) => {
    const records = Array.from({ length: count }, pending)
    await createTransactionStore(database.db).insert(records)
    return records
  }
  const events = () => database.db('outbox').orderBy('subject').pluck('subject')

  test('many at once are written once each, also when some were settled by somebody else', async () => {
    const records = await insert(6)
    const settlement = settlementOf(applied)
    const byOther = settlementOf(applied)
    await byOther.resolve(records[2] as never)
    const results = await Promise.all(records.map((record) => settlement.resolve(record)))
    expect(results.map(({ status, balanceAfter }) => [status, balanceAfter])).toEqual(
      Array(6).fill(['completed', 3]),
    )
    expect(await events()).toEqual(records.map(({ id }) => id).toSorted())
    const [counted] = await database.db('daily_counts').sum({ total: 'completed' })
    expect(Number(counted?.total)).toBe(6)
    expect(await createUnfinishedStore(database.db).stats()).toMatchObject({ count: 0 })
  })

  test('one batch may hold sales that went through, were refused and were cancelled', async () => {
    const records = await insert(3)
    const outcomes: StockOutcome[] = [
      { outcome: 'rejected', ...refusal },
      { outcome: 'cancelled' },
      await applied('0193a1b2-0000-7000-8000-000000000001'),
    ]
    const byId = new Map(records.map(({ id }, index) => [id, outcomes[index] as StockOutcome]))
    const settlement = settlementOf(async (id) => byId.get(id) as StockOutcome)
    await Promise.all(records.map((record) => settlement.resolve(record)))
    const store = createTransactionStore(database.db)
    const stored = await Promise.all(records.map(({ id }) => store.find(id)))
    expect(stored).toMatchObject([
      { status: 'rejected', reasonCode: refusal.code, reason: refusal.message },
      { status: 'cancelled', reason: null, balanceAfter: null },
      { status: 'completed', movementVersion: 7, balanceAfter: 3, nextAttemptAt: null },
    ])
  })

  test('without an outcome, and without a database to write it to, a transaction stays as it was', async () => {
    const [record] = await insert(1)
    if (!record) throw new Error('not inserted')
    const silent = settlementOf(() => Promise.reject(new OutcomeUnknownError('silence')))
    expect(await silent.resolve(record)).toBe(record)
    const before = await events()
    await database.db.schema.renameTable('outbox', 'outbox_away')
    expect(await settlementOf(applied).resolve(record)).toBe(record)
    await database.db.schema.renameTable('outbox_away', 'outbox')
    expect(await createTransactionStore(database.db).find(record.id)).toMatchObject({ status: 'pending' })
    expect(await events()).toEqual(before)
    expect(await settlementOf(applied).resolve(record)).toMatchObject({ status: 'completed' })
  })
})
