import { statementsOf, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { newKey, openStore, type Store } from '../../test/support.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createCountStore } from './count-store.ts'
import { createHistory } from './service.ts'

const MONTH = 'startDate=2026-11-01&endDate=2026-11-30'

describe.each(testDatabases())('what the history asks of $name', (database: TestDatabase) => {
  let store: Store
  const [known, deleted, unknown] = [newKey(), newKey(), newKey()]
  beforeAll(async () => {
    store = await openStore(database, { jobs: false })
    const { db } = store.database
    const medicine = { name: 'Cetirizine', category: 'Antihistamines', version: 1 }
    // Only what is said of the medicine itself counts, not a word in its name or in a part of it.
    const odd = { name: 'x"deleted":true', parts: [{ deleted: true }], deleted: false }
    await createMedicineStore(db).apply([
      { ...medicine, _id: known, ...odd } as never,
      { ...medicine, _id: deleted, deleted: true } as never,
    ])
    const records = [known, deleted, unknown].map((medicineId, hour) =>
      buildRecord({ medicineId, createdAt: new Date(Date.UTC(2026, 10, 20, hour)) }),
    )
    await createTransactionStore(db).insert(records)
    await createCountStore(db, 'Asia/Kolkata').add(records)
  })
  afterAll(() => store.close())

  test.each([
    ['everything', ''],
    ['a type in a month', `?type=sale&${MONTH}&limit=2`],
    ['a medicine', `?medicineId=${known}`],
  ])('a page of %s is one statement: its rows, their names and the total', async (_what, query) => {
    const sent = await statementsOf(store.database.db, () => store.list(query))
    expect(sent).toHaveLength(1)
  })

  test('a page is read once for all who ask for it at the same time', async () => {
    const { read } = createHistory({ db: store.database.db, timeZone: 'Asia/Kolkata' })
    const ask = () => Promise.all(Array.from({ length: 16 }, () => read({ type: 'sale', limit: 2 })))
    expect(await statementsOf(store.database.db, ask)).toHaveLength(1)
  })

  test('a list without pages is read as it is taken, and no further once that ends', async () => {
    const { db } = store.database
    for (let day = 1; day <= 4; day += 1) {
      const records = Array.from({ length: 300 }, (_, minute) =>
        buildRecord({
          medicineId: known,
          type: 'expired',
          createdAt: new Date(Date.UTC(2025, 0, day, 0, minute)),
        }),
      )
      await createTransactionStore(db).insert(records)
    }
    const { readAll } = createHistory({ db, timeZone: 'Asia/Kolkata' })
    const { pages } = await readAll({ type: 'expired' })
    const take = async () => (await pages.next()).value?.length
    expect(await statementsOf(db, take)).toHaveLength(0)
    expect(await statementsOf(db, take)).toHaveLength(1)
    const end = () => pages.return()
    expect(await statementsOf(db, async () => [await end(), await take()])).toHaveLength(0)
    const sizes: number[] = []
    for await (const page of (await readAll({ type: 'expired' })).pages) sizes.push(page.length)
    expect(sizes).toEqual([500, 500, 200])
    await db('transactions').where({ type: 'expired' }).delete()
  })

  test('an empty page is two: it has no row to tell the total', async () => {
    const first = await store.list('?limit=2')
    const next = /<\/api\/transactions(\?[^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const after = new URLSearchParams(next).get('after')
    await store.database.db('transactions').where({ medicine_id: known }).delete()
    const sent = await statementsOf(store.database.db, async () => {
      const past = await store.list(`?limit=2&after=${after}`)
      expect([past.body, past.headers.get('x-total-count')]).toEqual([[], '3'])
    })
    expect(sent).toHaveLength(2)
  })

  test('names the deleted as deleted, by their own state alone, and nobody else', async () => {
    await createTransactionStore(store.database.db).insert([buildRecord({ medicineId: known })])
    const { body } = await store.list()
    const shown = { name: 'Cetirizine', category: 'Antihistamines' }
    expect(body.map(({ medicineId }) => medicineId)).toEqual([
      { ...shown, _id: known, name: 'x"deleted":true' },
      null,
      { ...shown, _id: deleted, deleted: true },
    ])
    const findPriced = createMedicineStore(store.database.db).findPriced
    expect(await findPriced([known, deleted])).toMatchObject(
      [known, deleted].sort().map((id) => ({ id, deleted: id === deleted })),
    )
  })
})
