import { openForTests, statementsOf, type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, test } from 'vitest'
import { newKey, openStore } from '../../test/support.ts'

describe.each(testDatabases())('what recording asks of $name', (database: TestDatabase) => {
  const store = openForTests(() => openStore(database, { jobs: false }))

  test('a sale by itself is two writes to the disk: that it is asked for, and what became of it', async () => {
    const { _id: medicineId } = await store.addMedicine()
    const { db } = store.database
    // The first sale reads the limits of the counter, too.
    await store.record({ medicineId }, newKey())
    const sent = await statementsOf(db, async () => {
      expect((await store.record({ medicineId }, newKey())).status).toBe(201)
    })
    const first = ({ length }: string) => sent.map((sql) => sql.slice(0, length).toLowerCase())
    expect(first('insert').filter((word) => word === 'insert')).toHaveLength(3)
    expect(first('select').filter((word) => word === 'select')).toHaveLength(1)
    expect(first('update').filter((word) => word === 'update')).toHaveLength(1)
    // With the beginning and the end of the one transaction.
    expect(sent).toHaveLength(7)
  })
})
