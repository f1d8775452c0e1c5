import { testDatabases } from '@mms/service-kit/test-support'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore, type Store } from '../../test/support.ts'

const TABLES = ['transactions', 'daily_counts', 'outbox', 'audit_entries']

describe.each(testDatabases())('a rehearsed sale on $name', (database) => {
  async function open() {
    const store = await openStore(database)
    onTestFinished(() => store.close())
    const { _id: medicineId } = await store.addMedicine()
    await store.record({ medicineId, unitPrice: 0 })
    return store
  }
  const rehearse = ({ client, admin: token }: Store) => client.post('/internal/rehearsal', { token })
  const onRecord = ({ database: { db } }: Store) =>
    Promise.all(TABLES.map((table) => db(table).count({ rows: '*' }).first()))

  test('answers 204 and leaves nothing in history, counts, events and audit log', async () => {
    const store = await open()
    const [before, summary] = [await onRecord(store), await store.db('daily_counts').select()]
    expect((await rehearse(store)).status).toBe(204)
    expect(await onRecord(store)).toEqual(before)
    expect(await store.db('daily_counts').select()).toEqual(summary)
  })

  test.each(['transactions', 'daily_counts', 'outbox'])(
    'answers 500 while nothing can be written into %s',
    async (table) => {
      const store = await open()
      await store.db.schema.renameTable(table, 'gone')
      expect((await rehearse(store)).status).toBe(500)
      await store.db.schema.renameTable('gone', table)
      expect((await rehearse(store)).status).toBe(204)
    },
  )
})
