import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@mms/contracts'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { inTransaction } from '../database/transaction.ts'
import { createJobs } from '../jobs/jobs.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { createFeed, type Feed } from './feed.ts'
import { appendEvents } from './outbox.ts'
import { feedMigrations } from './tables.ts'
import { maintainFeed } from './upkeep.ts'

const log = pino({ level: 'silent' })
/** Waits for work of the background, on a machine that may be busy. */
const PATIENTLY = { timeout: 15_000, interval: 10 }

describe.each(testDatabases())('a feed that nobody reads on $name', ({ open, name }) => {
  const database = openForTests(() => open())
  let db: Knex
  let feed: Feed
  const append = (...subjects: string[]) =>
    inTransaction(db, (trx) =>
      appendEvents(
        trx,
        subjects.map((subject) => ({ type: 'test.changed', subject, data: {} })),
      ),
    )

  beforeAll(async () => {
    db = database.db
    await migrate(db, feedMigrations('20260101000000'), { log })
    feed = createFeed({ db, source: 'test' })
  })
  beforeEach(async () => {
    await db('outbox').delete()
    await db('feed_head').update({ epoch: randomUUID(), position: 0, pruned_to: 0 })
  })

  /** What keeps the feed small in a process, until `stop`. */
  const maintain = (kept: Feed) => {
    const lifecycle = createLifecycle()
    const registry = new Registry()
    const jobs = createJobs({ log, lifecycle, registry })
    maintainFeed({ feed: kept, db, jobs, log, registry, keepDays: 30, numberEveryMs: 1, pruneEveryMs: 1 })
    const stop = async () => {
      lifecycle.stop()
      await jobs.stopped()
    }
    return { registry, stop }
  }
  const unnumbered = () => db('outbox').whereNull('position').pluck('id')

  test('is numbered in batches by several replicas though nobody reads it, and forgets what is old', async () => {
    await append(...Array.from({ length: 1_100 }, (_, index) => `event ${index}`))
    const replica = name === 'mariadb' ? openDatabase(database.url) : db
    const upkeeps = [maintain(feed), maintain(createFeed({ db: replica, source: 'test' }))]
    await expect.poll(unnumbered, PATIENTLY).toEqual([])
    const numbered = await db('outbox').orderBy('position').pluck('position')
    await db('outbox')
      .where('position', '<=', 1_000)
      .update({ time: new Date(Date.now() - 31 * DAY_MS) })
    await expect.poll(() => db('outbox').pluck('id'), PATIENTLY).toHaveLength(100)
    for (const { stop } of upkeeps) await stop()
    if (replica !== db) await replica.destroy()
    expect(numbered).toEqual(Array.from({ length: 1_100 }, (_, index) => index + 1))
    const text = await upkeeps[0]?.registry.metrics()
    expect(text).toContain('feed_unnumbered_events 0')
    expect(text).toContain('feed_kept_events 100')
  })
})
