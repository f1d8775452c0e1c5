import { type TestDatabase, testDatabases } from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../test/support.ts'

/** What is read from the database, and what is not. */
const FROM_DATABASE = [
  'sales_pending_transactions',
  'sales_pending_oldest_seconds',
  'stock_ledger_mismatch',
  'reconciliation_age_seconds',
  'feed_unnumbered_events',
  'feed_kept_events',
]
const OWN = ['process_resident_memory_bytes', 'feed_reader_lag_seconds', 'job_seconds_since_success']

describe.each(testDatabases())('the metrics of sales on $name', (database: TestDatabase) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore(database)
  })
  afterAll(() => store.close())

  const scrape = async () => {
    const { status, body } = await store.client.get<string>('/metrics')
    const isTold = (name: string) => new RegExp(`^${name}\\b.* `, 'm').test(body)
    return {
      status,
      told: [...FROM_DATABASE, ...OWN].filter(isTold),
      unavailable: [...body.matchAll(/metrics_unavailable\{metric="(\w+)"/g)].map(([, name]) => name),
    }
  }
  const all = { status: 200, told: [...FROM_DATABASE, ...OWN], unavailable: [] }
  const withoutDatabase = { status: 200, told: OWN, unavailable: expect.arrayContaining(FROM_DATABASE) }

  /** A database that does not answer: whoever asks waits. */
  async function hang(): Promise<() => Promise<unknown>> {
    const { db } = store.database
    const { max } = db.client.pool
    const taken = await Promise.all(Array.from({ length: max }, () => db.transaction()))
    return () => Promise.all(taken.map((trx) => trx.rollback()))
  }

  test('are told without those of a database that does not answer, and wholly once it does', async () => {
    await expect.poll(scrape, { timeout: 15_000 }).toEqual(all)
    const resume = await hang()
    expect(await scrape()).toEqual(withoutDatabase)
    await resume()
    await expect.poll(scrape, { timeout: 15_000 }).toEqual(all)
  })

  test('are told without those of a database that is gone', async () => {
    await store.database.db.destroy()
    expect(await scrape()).toEqual(withoutDatabase)
  })
})
