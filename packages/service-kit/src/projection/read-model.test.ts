import type { Knex } from 'knex'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serviceSettings } from '../config/config.ts'
import { inTransaction } from '../database/transaction.ts'
import { createFeed } from '../feed/feed.ts'
import { appendEvents } from '../feed/outbox.ts'
import { feedRoute } from '../feed/routes.ts'
import { feedMigrations } from '../feed/tables.ts'
import { route } from '../http/route.ts'
import { defineService, type Service } from '../service/definition.ts'
import { testDatabases } from '../test-support/databases.ts'
import { type OpenService, openService } from '../test-support/service.ts'
import { projectionMigrations } from './cursor.ts'
import { defineProjection } from './projection.ts'
import { createReadModel, type ReadModelDefinition, readModelMigration } from './read-model.ts'

interface Shelf {
  _id: string
  version: number
  label: string
}
const SHELVES = ['a', 'b', 'c', 'd', 'e'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`)
const [A = '', B = ''] = SHELVES
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 })
const callers = ['reader']

/** The service that is followed: what it holds now, told in pages of two. */
function defineOwner(held: Map<string, Shelf>) {
  return defineService({
    name: 'owner',
    version: '1.0.0',
    settings: z.object(serviceSettings),
    migrations: feedMigrations('20260101000000'),
    create({ db }) {
      const feed = createFeed({ db, source: 'owner' })
      const snapshot = route({
        method: 'get',
        path: '/internal/shelves',
        access: 'service',
        callers,
        summary: 'All shelves',
        query: z.object({ limit: z.string(), after: z.string().optional() }),
        response: z.looseObject({}),
        async handler({ query: { after = '' } }) {
          const rest = [...held.values()]
            .filter(({ _id }) => _id > after)
            .sort((a, b) => (a._id < b._id ? -1 : 1))
          const shelves = rest.slice(0, 2)
          const next = rest.length > 2 ? (shelves.at(-1)?._id ?? null) : null
          return { lastEventId: await feed.head(), shelves, next }
        },
      })
      return { routes: [feedRoute(feed, callers), snapshot] }
    },
  })
}

const knownShelves: ReadModelDefinition<Shelf> = {
  table: 'shelves',
  schema: z.looseObject({ _id: z.string(), version: z.int(), label: z.string().catch('') }),
}

const shelves = {
  kind: 'state',
  types: ['shelf.changed', 'shelf.removed'],
  schema: knownShelves.schema,
  snapshot: { path: '/internal/shelves', rows: 'shelves' },
} as const
/** Announcements, whose data is not looked at. */
const announced = (type: string) => ({ kind: 'announcement' as const, types: [type], schema: z.unknown() })

interface Extra {
  fromFirstEvent?: boolean
  /** Called with what was received beside shelves, and with how many of them came with it. */
  onApply?: (received: { shelves: Shelf[]; announced: unknown[] }, trx: Knex.Transaction) => Promise<unknown>
}

const defineReader = ({ onApply, ...extra }: Extra) =>
  defineService({
    name: 'reader',
    version: '1.0.0',
    settings: z.object({ ...serviceSettings, OWNER_URL: z.url() }),
    migrations: [...projectionMigrations('20260101000000'), readModelMigration('20260101000100', 'shelves')],
    create: ({ db, log, metrics, config, clientOf }) => ({
      routes: [],
      projections: [
        defineProjection({
          ...{ db, log, registry: metrics.registry, client: clientOf(config.OWNER_URL) },
          ...{ name: 'owner', tables: ['shelves'], ...extra },
          sources: { shelves, announced: announced('shelf.counted') },
          async apply(received, trx) {
            await createReadModel(trx, knownShelves).apply(received.shelves)
            await onApply?.(received, trx)
          },
        }),
      ],
    }),
  })

describe.each(testDatabases())('a read model on $name', (database) => {
  let held: Map<string, Shelf>
  let owner: OpenService<Service>
  const readers: OpenService<Service>[] = []
  beforeEach(async () => {
    held = new Map()
    owner = await openService(defineOwner(held), database)
  })
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.close()
    await owner.close()
  })

  const tell = (...events: [type: string, data: unknown][]) =>
    inTransaction(owner.database.db, (trx) =>
      appendEvents(
        trx,
        events.map(([type, data]) => ({ type, subject: 'x', data })),
      ),
    )
  const shelf = (_id: string, version: number, label: string): Shelf => ({ _id, version, label })
  const changed = (...given: Parameters<typeof shelf>): [string, Shelf] => ['shelf.changed', shelf(...given)]
  /** Follows in a service of its own; what is told from now on comes as events. */
  async function follow(extra: Extra = {}) {
    const env = { OWNER_URL: owner.client.url }
    const reader = await openService(defineReader(extra), database, {
      ...{ env, tokens: owner.tokens },
      jobs: true,
    })
    readers.push(reader)
    const cursor = () => reader.database.db('feed_cursors').first('last_event_id')
    await eventually(async () => (await cursor())?.last_event_id ?? null).not.toBeNull()
    return reader
  }
  const model = ({ database: { db } }: OpenService<Service>, trx: Knex = db) =>
    createReadModel(trx, knownShelves)
  const known = (reader: OpenService<Service>) => model(reader).find(SHELVES)

  test('keeps the newest state of each, with what it does not know of it, and passes other types over', async () => {
    const reader = await follow()
    await tell(changed(A, 1, 'one'), ['shelf.painted', { colour: 'red' }], changed(B, 1, 'other'))
    await tell(changed(A, 3, 'three'), changed(A, 2, 'two, told late'))
    await tell(['shelf.removed', { ...shelf(B, 2, 'other'), removed: true, of: 'tomorrow' }])
    await eventually(() => known(reader)).toEqual([
      shelf(A, 3, 'three'),
      { ...shelf(B, 2, 'other'), removed: true, of: 'tomorrow' },
    ])
    await eventually(async () => (await reader.client.get('/readyz')).body).toEqual({
      status: 'ok',
      details: { ownerFeedLagSeconds: 0 },
    })
  })

  test('begins with the first event where events say more than the snapshot', async () => {
    held.set(A, shelf(A, 2, 'held'))
    await tell(changed(A, 1, 'first'), ['shelf.counted', { at: 9 }], changed(A, 2, 'held'))
    const counted: unknown[] = []
    const reader = await follow({
      fromFirstEvent: true,
      onApply: async ({ announced: received }) => counted.push(...received),
    })
    await eventually(() => known(reader)).toEqual([shelf(A, 2, 'held')])
    expect(counted).toEqual([{ at: 9 }])
  })

  test('applies an announcement when all before it is in the model and nothing after', async () => {
    const seen: unknown[] = []
    const reader = await follow({
      onApply: async ({ announced: received, shelves: states }, trx) => {
        if (received.length === 0) return
        seen.push([received, states, await createReadModel(trx, knownShelves).find([A])])
      },
    })
    await tell(changed(A, 1, 'one'), ['shelf.counted', 7], ['shelf.counted', 8], changed(A, 2, 'two'))
    await tell(['shelf.counted', 9])
    await eventually(() => seen).toHaveLength(3)
    expect(seen).toEqual([
      [[7], [], [shelf(A, 1, 'one')]],
      [[8], [], [shelf(A, 1, 'one')]],
      [[9], [], [shelf(A, 2, 'two')]],
    ])
    expect(await known(reader)).toEqual([shelf(A, 2, 'two')])
  })
})
