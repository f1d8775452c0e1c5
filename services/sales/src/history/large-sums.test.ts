import { storeDate } from '@mms/contracts'
import { chunksOf } from '@mms/service-kit'
import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { openStore, type Store } from '../../test/support.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { countByDaysOf } from './count-days.ts'
import { createCountStore } from './count-store.ts'

const TIME_ZONE = 'Asia/Kolkata'
/** The largest total of one transaction; 102,482 of them are more than a BIGINT holds. */
const LARGEST = 90_000_000_000_000
const TOO_LARGE = { status: 422, body: { code: 'request.sum_too_large' } }

describe.each(testDatabases())('sums that no column holds on $name', (database: TestDatabase) => {
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
  const counts = () => createCountStore(store.database.db, TIME_ZONE)
  const sales = (number: number, totalPaise = LARGEST) => {
    const createdAt = new Date()
    const record = buildRecord({ createdAt, totalPaise })
    return Array.from({ length: number }, () => record)
  }

  test('a sale is recorded and undone on a day of which the sum is beyond a BIGINT; only the sum is refused', async () => {
    for (let n = 0; n < 3; n += 1) await counts().add(sales(40_000))
    const medicine = await store.addMedicine()
    const sold = await store.record({ medicineId: medicine._id, quantity: 3, unitPrice: 9_000_000 })
    expect(sold).toMatchObject({ status: 201, body: { status: 'completed', newStockLevel: 47 } })
    expect(await get('summary')).toMatchObject(TOO_LARGE)
    expect(await store.reverse(sold.body._id)).toMatchObject({ status: 201 })
    await counts().add(sales(40_000, -LARGEST))
    await counts().add(sales(79_999, -LARGEST))
    expect(await get('summary')).toMatchObject(TOO_LARGE)
    expect((await get(`summary?medicineId=${medicine._id}`)).body).toMatchObject({ count: 2, rupeesIn: 0 })
    const { day } = await store.database.db('daily_counts').first('day')
    expect(day).toBe(storeDate(TIME_ZONE, new Date()))
  })

  test('sums over the transactions themselves are refused as well, and counted again by another zone', async () => {
    const medicineId = buildRecord().medicineId
    const createdAt = new Date()
    const records = Array.from({ length: 1_100 }, () =>
      buildRecord({ medicineId, createdAt, totalPaise: 9e15 }),
    )
    for (const chunk of chunksOf(records, 20)) await createTransactionStore(store.database.db).insert(chunk)
    await countByDaysOf(store.database.db, 'Asia/Tokyo')
    for (const path of ['summary', `summary?medicineId=${medicineId}`, 'today'])
      expect(await get(path)).toMatchObject(TOO_LARGE)
    await countByDaysOf(store.database.db, TIME_ZONE)
    expect((await store.list('?limit=1')).status).toBe(200)
  })
})
