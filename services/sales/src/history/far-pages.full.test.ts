import { DAY_MS } from '@mms/contracts'
import { migrateForTest, type OpenTestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createHistoryQueries } from './history-store.ts'

const ROWS = 6_000
const NOW = Date.parse('2026-11-20T06:30:00Z')
const COMMON = v7()

/** A year in which nine in ten are sales, and nine in ten of one medicine: as at a counter, where planners go wrong. */
const records = Array.from({ length: ROWS }, (_, index) =>
  buildRecord({
    type: index % 10 === 0 ? 'purchase' : 'sale',
    medicineId: index % 10 === 1 ? v7() : COMMON,
    createdAt: new Date(NOW - (index * 365 * DAY_MS) / ROWS),
    movementVersion: index,
  }),
)

// SQLite always begins at the page; how many rows it reads it does not tell.
describe.each(testDatabases().filter(({ name }) => name === 'mariadb'))('far pages on $name', ({ open }) => {
  let database: OpenTestDatabase
  beforeAll(async () => {
    database = await open()
    await migrateForTest(database, migrations, { log })
    for (let from = 0; from < ROWS; from += 500) {
      await createTransactionStore(database.db).insert(records.slice(from, from + 500))
    }
    await database.db.raw('analyze table transactions')
  })
  afterAll(() => database.close())

  const month = { from: new Date(NOW - 90 * DAY_MS), until: new Date(NOW - 60 * DAY_MS) }

  test.each([
    ['one type', { type: 'sale' as const }, 'transactions_by_type'],
    ['one medicine', { medicineId: COMMON }, 'transactions_by_medicine'],
  ])('a page of a past month of %s reads what it shows, and nothing newer', async (_, criteria, index) => {
    const query = createHistoryQueries(database.db).pageQuery({ ...month, ...criteria }, 51)
    const { sql, bindings } = query.toSQL().toNative()
    const [[answer]] = await database.db.raw(`analyze format=json ${sql}`, [...bindings])
    const [{ table }] = JSON.parse(answer.ANALYZE).query_block.nested_loop
    // Only among a million rows does the planner go wrong where it has a choice; so it has none.
    expect(table).toMatchObject({ table_name: 'transactions', possible_keys: [index] })
    expect(table.r_rows).toBeLessThanOrEqual(60)
  })
})
