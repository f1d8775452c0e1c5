import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { FeedEvent } from '@mms/contracts'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createTableOnce } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { createApp } from '../http/app.ts'
import { createLifecycle } from '../lifecycle.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { type OpenTestDatabase, testDatabases } from '../test-support/databases.ts'
import { testTokens } from '../test-support/tokens.ts'
import { feedReaderMigrations } from './cursor.ts'
import { startNewEpoch } from './epoch.ts'
import { createFeed, type Feed } from './feed.ts'
import { appendEvents } from './outbox.ts'
import { createFeedReader, type FeedReader, type FeedReaderOptions } from './reader.ts'
import { feedRoute } from './serve.ts'
import { feedMigrations } from './tables.ts'

const log = pino({ level: 'silent' })
const tokens = testTokens()
type Model = Record<string, number>
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 })

/** Adds up amounts, so that an event that takes effect twice shows; `applied` counts what was written. */
async function addUp(events: FeedEvent[], trx: Knex.Transaction): Promise<void> {
  for (const { subject, data } of events) {
    const changed = await trx('totals').where({ subject }).increment('amount', Number(data))
    if (Number(changed) === 0) await trx('totals').insert({ subject, amount: data })
  }
}

async function replaceAll(state: Model, trx: Knex.Transaction): Promise<void> {
  await trx('totals').delete()
  const rows = Object.entries(state).map(([subject, amount]) => ({ subject, amount }))
  if (rows.length > 0) await trx('totals').insert(rows)
}

/** A reader that is killed just before or just after the commit of its first batch. */
const program = `
import { createFeedReader, openDatabase, signServiceToken } from '@mms/service-kit'
const [databaseUrl, url, serviceKey, moment] = process.argv.slice(1)
const db = openDatabase(databaseUrl)
let armed = false
let committing = false
db.on('query', ({ sql }) => {
  if (armed && (moment === 'before the commit' ? sql.startsWith('COMMIT') : committing)) process.kill(process.pid, 'SIGKILL')
  committing = armed && sql.startsWith('COMMIT')
})
createFeedReader({
  name: 'source', url, db, batchSize: 2,
  log: { info() {}, warn: (fields) => console.error(fields) },
  headers: () => ({ authorization: 'Bearer ' + signServiceToken('reader', serviceKey) }),
  snapshot: async () => ({ lastEventId: '', state: {} }),
  rebuild: async () => {},
  apply: async (events, trx) => {
    armed = true
    for (const { subject, data } of events) await trx('totals').insert({ subject, amount: data })
  },
}).start()
setInterval(() => {}, 1e6)`

describe.each(testDatabases())('a feed reader on $name', ({ open, name }) => {
  let source: OpenTestDatabase
  let target: OpenTestDatabase
  let feed: Feed
  let client: TestClient
  let readers: FeedReader[]
  /** What the source holds now, for its snapshot. */
  let state: Model

  const append = async (...events: [subject: string, amount: number][]) => {
    for (const [subject, amount] of events) state[subject] = (state[subject] ?? 0) + amount
    const rows = events.map(([subject, data]) => ({ type: 'test.added', subject, data }))
    await inTransaction(source.db, (trx) => appendEvents(trx, rows))
  }
  const totals = async (): Promise<Model> => {
    const rows = await target.db('totals').select('subject', 'amount')
    return Object.fromEntries(rows.map((row) => [row.subject, row.amount]))
  }
  const startReader = (options: Partial<FeedReaderOptions<Model>> = {}) => {
    const reader = createFeedReader<Model>({
      name: 'source',
      url: `${client.url}/internal/feed`,
      headers: () => ({ authorization: `Bearer ${tokens.serviceToken()}` }),
      db: target.db,
      log,
      apply: addUp,
      snapshot: async () => ({ lastEventId: '', state: {} }),
      rebuild: replaceAll,
      ...options,
    })
    reader.start()
    readers.push(reader)
    return reader
  }
  const snapshot = async () => ({ lastEventId: await feed.head(), state: { ...state } })

  beforeAll(async () => {
    source = await open()
    target = await open()
    await migrate(source.db, feedMigrations('20260101000000'), { log })
    await migrate(target.db, feedReaderMigrations('20260101000000'), { log })
    await createTableOnce(target.db, 'totals', (table) => {
      table.string('subject', 40).primary()
      table.integer('amount').notNullable()
    })
    feed = createFeed({ db: source.db, source: 'source' })
  })
  beforeEach(async () => {
    readers = []
    state = {}
    await source.db('outbox').delete()
    await source.db('feed_head').update({ epoch: randomUUID(), position: 0, pruned_to: 0 })
    await target.db('feed_cursors').delete()
    await target.db('totals').delete()
    const { verifiers } = tokens
    const metrics = createMetrics('test')
    const lifecycle = createLifecycle()
    const routes = [feedRoute(feed, ['sales', 'reader'])]
    client = await startApp(
      createApp({ name: 'source', version: '1', routes, verifiers, log, metrics, lifecycle }),
    )
  })
  afterEach(async () => {
    await Promise.all(readers.map((reader) => reader.stop()))
    await client.close()
  })
  afterAll(async () => {
    await source.close()
    await target.close()
  })

  test('applies what happened before it began and what happens then', async () => {
    await append(['a', 1], ['b', 10])
    const reader = startReader()
    await eventually(totals).toEqual({ a: 1, b: 10 })
    await append(['a', 2])
    await append(['c', 5], ['a', 3])
    await eventually(totals).toEqual({ a: 6, b: 10, c: 5 })
    await eventually(() => reader.lagSeconds()).toBe(0)
  })

  test('begins with a snapshot and goes on where it was taken', async () => {
    await append(['a', 1], ['b', 10])
    startReader({ snapshot })
    await eventually(totals).toEqual({ a: 1, b: 10 })
    await append(['a', 2])
    await eventually(totals).toEqual({ a: 3, b: 10 })
  })

  test.each(['before the commit', 'after the commit'])(
    'applies each event once although it was killed %s',
    { timeout: 120_000 },
    async (moment) => {
      await append(['a', 1], ['b', 1], ['c', 1])
      const args = [target.url, `${client.url}/internal/feed`, tokens.serviceKey, moment]
      const killed = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: 60_000,
      })
      expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await totals()).toEqual(moment === 'before the commit' ? {} : { a: 1, b: 1 })
      startReader()
      await eventually(totals).toEqual({ a: 1, b: 1, c: 1 })
    },
  )

  test('applies each event once although two replicas follow', async () => {
    const replica = name === 'mariadb' ? openDatabase(target.url) : target.db
    startReader({ batchSize: 3 })
    startReader({ batchSize: 2, db: replica })
    for (let turn = 0; turn < 20; turn += 1) await append(['a', 1], ['b', 1])
    await append(['end', 1])
    await eventually(totals).toMatchObject({ end: 1 })
    expect(await totals()).toEqual({ a: 20, b: 20, end: 1 })
    await Promise.all(readers.map((reader) => reader.stop()))
    if (replica !== target.db) await replica.destroy()
  })

  test('undoes a batch that cannot be applied, and tries it again', async () => {
    let failures = 1
    await append(['a', 1], ['b', 1])
    startReader({
      apply: async (events, trx) => {
        await addUp(events, trx)
        if (failures > 0) {
          failures -= 1
          throw new Error('cannot apply')
        }
      },
    })
    await eventually(totals).toEqual({ a: 1, b: 1 })
  })

  test('rebuilds when the feed has begun a new epoch, and goes on', async () => {
    await append(['a', 1], ['lost by the restore', 1])
    startReader({ snapshot })
    await eventually(totals).toEqual({ a: 1, 'lost by the restore': 1 })
    state = { a: 1 }
    await startNewEpoch(source.db)
    // A snapshot may hold later events too, and adding up cannot tell: nothing is added meanwhile.
    await eventually(totals).toEqual({ a: 1 })
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 1 })
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 2 })
  })

  test('rebuilds when it was away longer than the feed remembers', async () => {
    await append(['a', 1])
    const reader = startReader({ snapshot })
    await eventually(totals).toEqual({ a: 1 })
    await reader.stop()
    await append(['a', 1], ['b', 1])
    await feed.head()
    await feed.prune(new Date(Date.now() + 60_000))
    startReader({ snapshot })
    await eventually(totals).toEqual({ a: 2, b: 1 })
  })

  test('tells in its metrics how far behind it is while the feed is away', async () => {
    const metrics = createMetrics('test')
    await client.close()
    const reader = startReader({ registry: metrics.registry })
    startReader({ registry: metrics.registry, name: 'other' })
    await eventually(() => reader.lagSeconds()).toBeGreaterThan(0)
    const text = await metrics.registry.metrics()
    expect(text).toMatch(/feed_reader_lag_seconds{feed="source",service="test"} 0\.\d+/)
    expect(text).toMatch(/feed_reader_lag_seconds{feed="other",service="test"} 0\.\d+/)
  })
})
