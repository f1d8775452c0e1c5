import { DAY_MS } from '@mms/contracts'
import {
  migrateForTest,
  type OpenTestDatabase,
  type TestDatabase,
  testDatabases,
} from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import type { TransactionRecord } from '../transactions/rules.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { prepareDailyCounts } from './service.ts'

const TIME_ZONE = 'Asia/Kolkata'

function opened({ open }: TestDatabase) {
  let database: OpenTestDatabase
  beforeAll(async () => {
    database = await open()
    await migrateForTest(database, migrations, { log })
  })
  beforeEach(async () => {
    for (const table of ['transactions', 'daily_counts', 'calendar']) await database.db(table).delete()
  })
  afterAll(() => database.close())
  return {
    db: () => database.db,
    rows: () => database.db('daily_counts').orderBy(['day', 'type']),
    async insert(records: TransactionRecord[]): Promise<void> {
      for (let from = 0; from < records.length; from += 100) {
        await createTransactionStore(database.db).insert(records.slice(from, from + 100))
      }
    },
  }
}

describe.each(testDatabases())('the days of another time zone on $name', (database) => {
  const { db, rows, insert } = opened(database)

  test('are counted anew, however many days and types there are', async () => {
    const evening = Date.parse('2024-11-10T20:00:00Z')
    const days = Array.from({ length: 300 }, (_, day) => new Date(evening + day * DAY_MS))
    await prepareDailyCounts(db(), 'UTC')
    await insert(
      days.flatMap((createdAt) =>
        (['purchase', 'sale', 'sale'] as const).map((type) => buildRecord({ createdAt, type })),
      ),
    )
    await prepareDailyCounts(db(), TIME_ZONE)
    const counted = await rows().select('day', 'type', 'completed', 'units_in', 'units_out')
    expect(counted).toHaveLength(600)
    const purchases = { type: 'purchase', completed: 1, units_in: 2, units_out: 0 }
    const sales = { type: 'sale', completed: 2, units_in: 0, units_out: 4 }
    for (const [at, day] of ['2024-11-11', '2025-09-06'].entries()) {
      expect(counted.slice(at * 598).slice(0, 2)).toEqual([
        { day, ...purchases },
        { day, ...sales },
      ])
    }
  })
})
