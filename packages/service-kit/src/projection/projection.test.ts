import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createServiceClient, type ServiceClient } from '../client/client.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createTableOnce } from '../database/schema.ts'
import { addUp } from '../database/sums.ts'
import { inTransaction } from '../database/transaction.ts'
import { startNewEpoch } from '../feed/epoch.ts'
import { createFeed, type Feed } from '../feed/feed.ts'
import { appendEvents } from '../feed/outbox.ts'
import { feedRoute } from '../feed/serve.ts'
import { snapshotRoute } from '../feed/snapshot-route.ts'
import { feedMigrations } from '../feed/tables.ts'
import { createApp } from '../http/app.ts'
import { createLifecycle } from '../lifecycle.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp, type TestClient } from '../test-support/app.ts'
import { type OpenTestDatabase, testDatabases } from '../test-support/databases.ts'
import { testTokens } from '../test-support/tokens.ts'
import { projectionMigrations, projectionsVersion } from './cursor.ts'
import type { ProjectionOptions } from './options.ts'
import { defineProjection, type Projection } from './projection.ts'
import type { Received } from './sources.ts'

const log = pino({ level: 'silent' })
const tokens = testTokens()
const callers = ['reader']
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 })

const additionSchema = z.object({ _id: z.string(), subject: z.string(), amount: z.int() })
type Addition = z.output<typeof additionSchema>
const sources = {
  additions: {
    kind: 'fact',
    types: ['test.added'],
    schema: additionSchema,
    snapshot: { path: '/internal/additions', rows: 'additions' },
  },
} as const
type Options = ProjectionOptions<typeof sources, Received<typeof sources>>

/** Adds up amounts, so that a thing that takes effect twice shows. */
const apply: Options['apply'] = ({ additions }, trx) =>
  addUp(
    trx,
    'totals',
    additions.map(({ subject, amount }) => ({ subject, amount })),
    ['subject'],
    ['amount'],
  )

/** A projection that is killed just before or just after the commit of its first batch. */
const program = `
import { addUp, createServiceClient, defineProjection, openDatabase } from '@mms/service-kit'
import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
const [databaseUrl, url, keyFile, moment] = process.argv.slice(1)
const key = createPrivateKey(readFileSync(keyFile))
const db = openDatabase(databaseUrl)
let armed = false
let committing = false
db.on('query', ({ sql }) => {
  if (armed && (moment === 'before the commit' ? sql.startsWith('COMMIT') : committing)) process.kill(process.pid, 'SIGKILL')
  committing = armed && sql.startsWith('COMMIT')
})
defineProjection({
  name: 'source', client: createServiceClient({ name: 'reader', key, url }), db, batchSize: 2,
  log: { info() {}, warn: (fields) => console.error(fields) },
  tables: ['totals'],
  fromFirstEvent: true,
  sources: { additions: { kind: 'fact', types: ['test.added'], schema: z.any() } },
  apply: async ({ additions }, trx) => {
    armed = true
    for (const { subject, amount } of additions) await trx('totals').insert({ subject, amount })
  },
}).start()
setInterval(() => {}, 1e6)`

describe.each(testDatabases())('a projection on $name', ({ open, name }) => {
  let source: OpenTestDatabase
  let target: OpenTestDatabase
  let feed: Feed
  let app: TestClient
  let client: ServiceClient
  let projections: Projection[]
  /** What the owner holds now, for its snapshot. */
  let held: Addition[]
  /** Happens before a page of the snapshot is read, and again after it. */
  let meanwhile: () => Promise<unknown>

  const append = async (...events: [subject: string, amount: number][]) => {
    const added = events.map(([subject, amount]) => ({ _id: randomUUID(), subject, amount }))
    held.push(...added)
    const rows = added.map((data) => ({ type: 'test.added', subject: data.subject, data }))
    await inTransaction(source.db, (trx) => appendEvents(trx, rows))
  }
  const totals = async (): Promise<Record<string, number>> => {
    const rows = await target.db('totals').select('subject', 'amount')
    return Object.fromEntries(rows.map((row) => [row.subject, Number(row.amount)]))
  }
  const start = (options: Partial<Options> = {}) => {
    const projection = defineProjection({
      ...{ name: 'source', client, db: target.db, log, tables: ['totals'], sources, apply },
      ...options,
    })
    projection.start()
    projections.push(projection)
    return projection
  }

  beforeAll(async () => {
    source = await open()
    target = await open()
    await migrate(source.db, feedMigrations('20260101000000'), { log })
    await migrate(target.db, projectionMigrations('20260101000000'), { log })
    await createTableOnce(target.db, 'totals', (table) => {
      table.string('subject', 40).primary()
      table.integer('amount').notNullable()
    })
    feed = createFeed({ db: source.db, source: 'source' })
  })
  beforeEach(async () => {
    projections = []
    held = []
    meanwhile = async () => {}
    await source.db('outbox').delete()
    await source.db('feed_head').update({ epoch: randomUUID(), position: 0, pruned_to: 0 })
    await target.db('feed_cursors').delete()
    await target.db('totals').delete()
    const snapshot = snapshotRoute({
      ...{ feed, callers, path: '/internal/additions', rows: 'additions', summary: 'All' },
      response: z.looseObject({}),
      key: [z.string()],
      start: [''],
      async listAfter([after], limit) {
        await meanwhile()
        const rest = held.filter(({ _id }) => _id > after).sort((a, b) => (a._id < b._id ? -1 : 1))
        await meanwhile()
        return rest.slice(0, limit)
      },
      keyOf: ({ _id }) => [_id],
    })
    const { verifiers } = tokens
    const metrics = createMetrics('test')
    const routes = [feedRoute(feed, callers), snapshot]
    const lifecycle = createLifecycle()
    app = await startApp(
      createApp({ name: 'source', version: '1', routes, verifiers, log, metrics, lifecycle }),
    )
    client = createServiceClient({ name: 'reader', key: tokens.serviceKey, url: app.url })
  })
  afterEach(async () => {
    await Promise.all(projections.map((projection) => projection.stop()))
    await client.close()
    await app.close()
  })
  afterAll(async () => {
    await source.close()
    await target.close()
  })

  test('applies what happened before it began and what happens then', async () => {
    await append(['a', 1], ['b', 10])
    const projection = start()
    await eventually(totals).toEqual({ a: 1, b: 10 })
    await append(['a', 2])
    await append(['c', 5], ['a', 3])
    await eventually(totals).toEqual({ a: 6, b: 10, c: 5 })
    await eventually(() => projection.lagSeconds()).toBe(0)
  })

  test('counts once what happened while its snapshot was read', async () => {
    await append(['a', 1], ['b', 10])
    // Once before the page, which then holds it, and once after it.
    meanwhile = () => append(['a', 1])
    start()
    await eventually(totals).toEqual({ a: 3, b: 10 })
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 3, b: 11 })
  })

  test.each(['before the commit', 'after the commit'])(
    'applies each event once although it was killed %s',
    { timeout: 120_000 },
    async (moment) => {
      await append(['a', 1], ['b', 1], ['c', 1])
      const args = [target.url, app.url, tokens.serviceSettings().SERVICE_KEY_FILE, moment]
      const killed = spawn(process.execPath, ['--input-type=module', '-e', program, ...args], {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'ignore', 'inherit'],
        timeout: 60_000,
      })
      expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL'])
      expect(await totals()).toEqual(moment === 'before the commit' ? {} : { a: 1, b: 1 })
      start()
      await eventually(totals).toEqual({ a: 1, b: 1, c: 1 })
    },
  )

  test('applies each event once although two replicas follow', async () => {
    const replica = name === 'mariadb' ? openDatabase(target.url) : target.db
    start({ batchSize: 3 })
    start({ batchSize: 2, db: replica })
    for (let turn = 0; turn < 20; turn += 1) await append(['a', 1], ['b', 1])
    await append(['end', 1])
    await eventually(totals).toMatchObject({ end: 1 })
    expect(await totals()).toEqual({ a: 20, b: 20, end: 1 })
    await Promise.all(projections.map((projection) => projection.stop()))
    if (replica !== target.db) await replica.destroy()
  })

  test('undoes a batch that cannot be applied, its version too, and tries it again', async () => {
    let failures = 0
    const projection = start({
      apply: async (...given) => {
        await apply(...given)
        if (failures > 0) {
          failures -= 1
          throw new Error('cannot apply')
        }
      },
    })
    await eventually(() => projection.lagSeconds()).toBe(0)
    const before = await projectionsVersion(target.db)
    failures = 1
    await append(['a', 1], ['b', 1])
    await eventually(async () => [await totals(), failures]).toEqual([{ a: 1, b: 1 }, 0])
    const [was, is] = [before, await projectionsVersion(target.db)].map((text) => JSON.parse(text)[0][2])
    expect(is).toBe(was + 1)
  })

  test('rebuilds when the feed has begun a new epoch, and goes on; the old rows serve meanwhile', async () => {
    await append(['a', 1], ['lost by the restore', 1])
    start()
    await eventually(totals).toEqual({ a: 1, 'lost by the restore': 1 })
    held = held.filter(({ subject }) => subject === 'a')
    const served: unknown[] = []
    meanwhile = async () => served.push(await totals())
    await startNewEpoch(source.db)
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 1 })
    expect(served).toContainEqual({ a: 1, 'lost by the restore': 1 })
    await append(['b', 1])
    await eventually(totals).toEqual({ a: 1, b: 2 })
  })

  test('rebuilds when it was away longer than the feed reaches back', async () => {
    await append(['a', 1])
    const projection = start()
    await eventually(totals).toEqual({ a: 1 })
    await projection.stop()
    await append(['a', 1], ['b', 1])
    await feed.head()
    await feed.prune(new Date(Date.now() + 60_000))
    start()
    await eventually(totals).toEqual({ a: 2, b: 1 })
  })

  test('takes over what a previous release has built, and rebuilds by the days of another zone only', async () => {
    await append(['a', 1])
    const lastEventId = await feed.head()
    await target.db('feed_cursors').insert({ name: 'source', last_event_id: lastEventId })
    await target.db('totals').insert({ subject: 'a', amount: 70 })
    const kolkata = start({ timeZone: 'Asia/Kolkata' })
    await append(['a', 1])
    await eventually(totals).toEqual({ a: 71 })
    const auckland = start({ timeZone: 'Pacific/Auckland' })
    await eventually(totals).toEqual({ a: 2 })
    await auckland.stop()
    // The one that counts by other days writes no more.
    await append(['a', 1])
    await eventually(() => kolkata.lagSeconds()).toBeGreaterThan(0.2)
    expect(await totals()).toEqual({ a: 2 })
  })

  test('says how old it is, also after the process that read last', async () => {
    const projection = start({ now: () => new Date('2026-11-23T05:00:00.000Z') })
    await eventually(() => projection.lagSeconds()).toBe(0)
    expect(await projection.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
    await projection.stop()
    await app.close()
    const later = start({ now: () => new Date('2026-11-23T06:00:00.000Z') })
    await eventually(() => later.lagSeconds()).toBeGreaterThan(0)
    expect(await later.asOf()).toEqual(new Date('2026-11-23T05:00:00.000Z'))
  })

  test('publishes in its metrics how far behind it is while the feed is away', async () => {
    const metrics = createMetrics('test')
    await app.close()
    const projection = start({ registry: metrics.registry })
    start({ registry: metrics.registry, name: 'other' })
    await eventually(() => projection.lagSeconds()).toBeGreaterThan(0)
    const text = await metrics.registry.metrics()
    expect(text).toMatch(/feed_reader_lag_seconds{feed="source",service="test"} 0\.\d+/)
    expect(text).toMatch(/feed_reader_lag_seconds{feed="other",service="test"} 0\.\d+/)
  })
})
