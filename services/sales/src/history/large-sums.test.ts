import { chunksOf } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { openStore, type Store } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { prepareDailyCounts } from './service.ts'

const TIME_ZONE = 'Asia/Kolkata'
/** The largest total of one transaction; 9,008 of them are more than a number holds. */
const LARGEST = 1_000_000_000_000
const TOO_LARGE = { status: 422, body: { code: 'request.sum_too_large' } }

describe.each(testDatabases())('sums that no number holds on $name', (database: TestDatabase) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore(database)
  })
  beforeEach(async () => {
    await store.database.db('transactions').delete()
    await store.database.db('daily_counts').delete()
  })
  afterAll(() => store.close())

  const get = (path: string) =>
    store.client.get<{ code?: string }>(`/api/transactions/${path}`, { token: store.staff })

  test('are refused, and counted again by another zone', async () => {
    const medicineId = buildRecord().medicineId
    const createdAt = new Date()
    const records = Array.from({ length: 9_100 }, () =>
      buildRecord({ medicineId, createdAt, totalPaise: LARGEST }),
    )
    for (const chunk of chunksOf(records)) await createTransactionStore(store.database.db).insert(chunk)
    await prepareDailyCounts(store.database.db, 'Asia/Tokyo')
    for (const path of ['summary', `summary?medicineId=${medicineId}`, 'today'])
      expect(await get(path)).toMatchObject(TOO_LARGE)
    await prepareDailyCounts(store.database.db, TIME_ZONE)
    expect((await store.list('?limit=1')).status).toBe(200)
  })
})
