import { alertSeverities, alertStatuses, alertTypes } from '@mms/contracts'
import { createLogger } from '@mms/service-kit'
import { explain, migrateForTest, openForTests, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { migrations } from '../migrations/list.ts'
import type { AlertKind } from './count-store.ts'
import { createListStore } from './store.ts'

const kinds: AlertKind[] = alertStatuses.flatMap((status) =>
  alertTypes.flatMap((type) => alertSeverities.map((severity) => ({ status, type, severity }))),
)

describe.each(testDatabases())('a page of many alerts on $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    const { db } = database
    await migrateForTest(database, migrations, { log: createLogger({ name: 'alerts', level: 'silent' }) })
    const rows = Array.from({ length: 3_000 }, (_, index) => ({
      ...{ id: v7({ msecs: index * 1000 }), medicine_id: v7(), cause: 'low_stock', open_cause: 'low_stock' },
      ...kinds[index % kinds.length],
      ...{ message: 'm', created_at: new Date(), renewed_at: new Date() },
    }))
    await db.batchInsert('alerts', rows, 100)
    await db.raw(db.client.config.client === 'mysql2' ? 'analyze table alerts' : 'analyze')
  })

  test('of all is read by the primary key, without sorting', async () => {
    const plan = await explain(database.db, createListStore(database.db).newestQuery('all', 51), 'alerts')
    expect(plan).toMatchObject({ index: 'PRIMARY', sorted: false })
  })

  test.each([
    ['of one kind', kinds.slice(0, 1)],
    ['of a severity', kinds.filter(({ severity }) => severity === 'high')],
    ['of a status', kinds.filter(({ status }) => status === 'resolved')],
  ])('%s is read by the index alone', async (_, wanted) => {
    const { db } = database
    for (const after of [undefined, v7({ msecs: 2_000_000 })]) {
      const plan = await explain(db, createListStore(db).newestQuery(wanted, 51, after), 'alerts')
      expect(plan, plan.text).toMatchObject({ index: 'alerts_by_kind', covering: true })
    }
  })

  test('holds the newest of all its kinds, in order', async () => {
    const { db } = database
    const wanted = kinds.filter(({ type }) => type === 'expiry')
    const page = await createListStore(db).listNewest(wanted, 100)
    const expected = await db('alerts').where({ type: 'expiry' }).orderBy('id', 'desc').limit(100).pluck('id')
    expect(page.map(({ id }) => id)).toEqual(expected)
  })
})
