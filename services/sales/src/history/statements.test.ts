import { openForTests, statementsOf, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { newKey, openStore } from '../../test/support.ts'
import { createMedicineStore } from '../medicines/store.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createCountStore } from './count-store.ts'

const MONTH = 'startDate=2026-11-01&endDate=2026-11-30'

describe.each(testDatabases())('what the history asks of $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database, { jobs: false }))
  const [known, deleted, unknown] = [newKey(), newKey(), newKey()]
  beforeAll(async () => {
    const { db } = store.database
    const medicine = { name: 'Cetirizine', category: 'Antihistamines', version: 1 }
    // Only the medicine's own `deleted` counts, not the same text in its name or in a part of it.
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

  test.each([
    ['everything', ''],
    ['a type in a month', `?type=sale&${MONTH}&limit=2`],
    ['a medicine', `?medicineId=${known}`],
  ])('a page of %s is one statement: its rows, their names and the total', async (_what, query) => {
    const sent = await statementsOf(store.database.db, () => store.list(query))
    expect(sent).toHaveLength(1)
  })

  test('names the deleted as deleted, by their own state alone, and nobody else', async () => {
    const { body } = await store.list()
    const shown = { name: 'Cetirizine', category: 'Antihistamines' }
    expect(body.map(({ medicineId }) => medicineId)).toEqual([
      null,
      { ...shown, _id: deleted, deleted: true },
      { ...shown, _id: known, name: 'x"deleted":true' },
    ])
    const findPriced = createMedicineStore(store.database.db).findPriced
    expect(await findPriced([known, deleted])).toMatchObject(
      [known, deleted].sort().map((id) => ({ id, deleted: id === deleted })),
    )
  })
})
