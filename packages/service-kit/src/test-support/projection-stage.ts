import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { z } from 'zod'
import { createServiceClient } from '../client/client.ts'
import { migrate } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'
import { addToSums } from '../database/sums.ts'
import { inTransaction } from '../database/transaction.ts'
import { createFeed, type Feed } from '../feed/feed.ts'
import { appendEvents } from '../feed/outbox.ts'
import { feedRoute, snapshotRoute } from '../feed/routes.ts'
import { feedMigrations } from '../feed/tables.ts'
import { createApp } from '../http/app.ts'
import type { Route } from '../http/route.ts'
import { createLifecycle } from '../process/lifecycle.ts'
import { projectionMigrations } from '../projection/cursor.ts'
import type { ProjectionOptions } from '../projection/projection.ts'
import { defineProjection, type Projection } from '../projection/projection.ts'
import type { Received } from '../projection/sources.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { startApp } from './app.ts'
import type { TestDatabase } from './databases.ts'
import { testTokens } from './tokens.ts'

const log = pino({ level: 'silent' })
const tokens = testTokens()
const callers = ['reader']

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
export type StageOptions = ProjectionOptions<typeof sources, Received<typeof sources>>

/** Sums amounts, so that duplicates show. */
const addUpAmounts: StageOptions['apply'] = ({ additions }, trx) =>
  addToSums(
    trx,
    'totals',
    additions.map(({ subject, amount }) => ({ subject, amount })),
    ['subject'],
    ['amount'],
  )

/** `meanwhile` runs before and after a page of the snapshot is read. */
interface Owner {
  meanwhile: () => Promise<unknown>
}

/** Data and event are written together, so a snapshot sees both or neither. */
const snapshotOf = (feed: Feed, source: Knex, owner: Owner) =>
  snapshotRoute({
    ...{ feed, callers, path: '/internal/additions', rows: 'additions', summary: 'All' },
    response: z.looseObject({}),
    key: [z.string()],
    start: [''],
    async listAfter([after], limit) {
      await owner.meanwhile()
      const held = source('held')
        .where('_id', '>', after ?? '')
        .orderBy('_id')
        .limit(limit)
      const page: Addition[] = await held.select('_id', 'subject', 'amount')
      await owner.meanwhile()
      return page
    },
    keyOf: ({ _id }) => [_id],
  })

async function startOwner(routes: Route[], target: Knex) {
  const { verifiers } = tokens
  const lifecycle = createLifecycle()
  const metrics = createMetrics('test')
  const app = await startApp(
    createApp({ name: 'source', version: '1', routes, verifiers, log, metrics, lifecycle }),
  )
  const client = createServiceClient({ name: 'reader', key: tokens.serviceKey, url: app.url })
  const projections: Projection[] = []
  return {
    app,
    projections,
    start(options: Partial<StageOptions> = {}) {
      const projection = defineProjection({
        ...{ name: 'source', client, db: target, log, tables: ['totals'], sources, apply: addUpAmounts },
        ...options,
      })
      projection.start()
      projections.push(projection)
      return projection
    },
    async stop() {
      await Promise.all(projections.map((projection) => projection.stop()))
      await client.close()
      await app.close()
    },
  }
}

async function openDatabases({ open }: TestDatabase) {
  const source = await open()
  const target = await open()
  await migrate(source.db, feedMigrations('20260101000000'), { log })
  await migrate(target.db, projectionMigrations('20260101000000'), { log })
  await createTableOnce(source.db, 'held', (table) => {
    table.string('_id', 36).primary()
    table.string('subject', 40).notNullable()
    table.integer('amount').notNullable()
  })
  await createTableOnce(target.db, 'totals', (table) => {
    table.string('subject', 40).primary()
    table.integer('amount').notNullable()
  })
  return { source, target }
}

/** A feed of amounts with its own server, and a second database whose projections sum them. */
export async function openProjectionStage(database: TestDatabase) {
  const { source, target } = await openDatabases(database)
  const feed = createFeed({ db: source.db, source: 'source' })
  const owner: Owner = { meanwhile: async () => {} }
  return {
    source,
    target,
    feed,
    owner,
    startOwner: () => startOwner([feedRoute(feed, callers), snapshotOf(feed, source.db, owner)], target.db),
    async append(...events: [subject: string, amount: number][]) {
      const added = events.map(([subject, amount]) => ({ _id: randomUUID(), subject, amount }))
      const rows = added.map((data) => ({ type: 'test.added', subject: data.subject, data }))
      await inTransaction(source.db, async (trx) => {
        await trx('held').insert(added)
        await appendEvents(trx, rows)
      })
    },
    async keepOnly(subject: string) {
      await source.db('held').whereNot({ subject }).delete()
    },
    async totals(): Promise<Record<string, number>> {
      const rows = await target.db('totals').select('subject', 'amount')
      return Object.fromEntries(rows.map((row) => [row.subject, Number(row.amount)]))
    },
    async reset() {
      owner.meanwhile = async () => {}
      await source.db('held').delete()
      await source.db('outbox').delete()
      await source.db('feed_head').update({ epoch: randomUUID(), position: 0, pruned_to: 0 })
      await target.db('feed_cursors').delete()
      await target.db('totals').delete()
    },
    async close() {
      await source.close()
      await target.close()
    },
  }
}
