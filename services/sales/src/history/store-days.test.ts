import type { Transaction } from '@mms/contracts'
import {
  migrateForTest,
  openForTests,
  shifted,
  storeDays,
  testDatabases,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCounted } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { createHistory } from './service.ts'

describe.each(testDatabases())('a day of the history on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
  })
  beforeEach(async () => {
    await database.db('transactions').delete()
    await database.db('daily_counts').delete()
  })

  test.each(storeDays)('is $date in $timeZone, in list, total and sums alike', async (day) => {
    const { timeZone, date, begins, ends } = day
    const { db } = database
    const medicineId = v7()
    const instants = [shifted(begins, -1), begins, shifted(ends, -1), ends]
    const differing = instants.map((instant) => ({ medicineId, createdAt: new Date(instant) }))
    const records = await insertCounted(db, differing, timeZone)
    const history = createHistory(db, timeZone)
    const query = { startDate: date, endDate: date }
    const page = await history.read({ ...query, limit: 10 })
    expect(JSON.parse(page.json).map(({ _id }: Transaction) => _id)).toEqual([records[2]?.id, records[1]?.id])
    expect(page.total).toBe(2)
    // The store's sums come from daily counts, a medicine's from its transactions.
    for (const asked of [query, { ...query, medicineId }]) {
      expect(await history.summarize(asked)).toMatchObject({ count: 2, unitsOut: 4 })
    }
  })
})
