import { transactionTypes } from '@mms/contracts'
import {
  explain,
  isEmbedded,
  migrateForTest,
  openForTests,
  testDatabases,
} from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildRecord } from '../../test/records.ts'
import { log } from '../../test/support.ts'
import { migrations } from '../migrations/list.ts'
import { createPendingStore, createUnfinishedStore } from '../outcomes/pending-store.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createHistoryQueries } from './history-store.ts'

const ROWS = 6_000
const YEAR_MS = 365 * 86_400_000
const NOW = Date.parse('2026-11-20T06:30:00Z')

/** A year of transactions of all types. One in forty is pending, one in ten is refused. */
async function fill(db: Knex): Promise<void> {
  const records = Array.from({ length: ROWS }, (_, index) =>
    buildRecord({
      type: transactionTypes[index % 5] ?? 'sale',
      createdAt: new Date(NOW - (index * YEAR_MS) / ROWS),
      ...(index % 10 === 3 && { status: 'rejected' }),
      ...(index % 40 === 7 && { status: 'pending', nextAttemptAt: new Date(NOW) }),
      movementVersion: index,
    }),
  )
  await db.transaction(async (trx) => {
    for (let from = 0; from < ROWS; from += 500) {
      await createTransactionStore(trx).insert(records.slice(from, from + 500))
    }
  })
  if (!isEmbedded(db)) await db.raw('analyze table transactions')
}

describe.each(testDatabases())('plans of $name', ({ open }) => {
  const database = openForTests(() => open())
  beforeAll(async () => {
    await migrateForTest(database, migrations, { log })
    await fill(database.db)
  })

  const all = { type: undefined, from: undefined, until: undefined }
  const spring = { from: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-06-01T00:00:00Z') }
  const lists: [string, Parameters<ReturnType<typeof createHistoryQueries>['pageQuery']>[0], string][] = [
    ['everything', all, 'transactions_by_date'],
    ['one type', { ...all, type: 'purchase' }, 'transactions_by_type'],
    ['some months', { ...all, ...spring }, 'transactions_by_date'],
    ['some months of one type', { ...spring, type: 'sale' }, 'transactions_by_type'],
    ['everything since a day', { ...all, from: spring.from }, 'transactions_by_date'],
  ]

  test.each(lists)('pages of %s are read from its index, each from its place', async (_, criteria, index) => {
    const { pageQuery } = createHistoryQueries(database.db)
    const first = await explain(database.db, pageQuery(criteria, 51), 'transactions')
    const after = { createdAt: new Date('2026-04-15T00:00:00Z'), id: v7() }
    const deep = await explain(database.db, pageQuery(criteria, 51, after), 'transactions')
    for (const plan of [first, deep]) expect(plan, plan.text).toMatchObject({ index, sorted: false })
    expect(deep.text).toMatch(/"type": "range"|created_at<\?/)
  })

  test.each([
    ['everything', {}],
    ['one medicine', { medicineId: v7() }],
  ])('the totals of %s are counted once, not for each row', async (_, criteria) => {
    const query = createHistoryQueries(database.db).listQuery(criteria, 51)
    const plan = await explain(database.db, query, 'transactions')
    expect(plan.text).toMatch(/SUBQUERY/)
    expect(plan.text).not.toMatch(/CORRELATED|DEPENDENT/)
  })

  test('what is due is found by its index, and so are those that are stuck or pending', async () => {
    const { db } = database
    const due = createPendingStore(db).dueQuery(new Date(NOW - 1), 32, 4_000)
    const plan = await explain(db, due, 'transactions')
    expect(plan, plan.text).toMatchObject({ index: 'transactions_pending', sorted: false })
    // Reads a range only: most of the index consists of completed sales without a time.
    expect(plan.text).toMatch(/"type": "range"|next_attempt_at>=?\?/)
    for (const query of [
      createUnfinishedStore(db).stuckQuery(200),
      createHistoryQueries(db).pendingQuery(all),
    ]) {
      const { index, text } = await explain(db, query, 'transactions')
      expect(index, text).toBe('transactions_pending')
    }
  })
})
