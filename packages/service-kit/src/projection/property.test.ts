import fc from 'fast-check'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { migrate } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'
import { addToSums } from '../database/sums.ts'
import { ServiceStatusError } from '../outbound/http-request.ts'
import { createLag } from '../telemetry/lag.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { projectionMigrations, projectionsVersion } from './cursor.ts'
import { createStep } from './projection.ts'
import { createReadModel, type ReadModelDefinition, readModelMigration } from './read-model.ts'

/* Whatever happens on the way, the rows are those that a rebuild makes. */

const log = pino({ level: 'silent' })
const { signal } = new AbortController()
/** The same steps each time: no run of the tests is a lottery. */
const SEED = 20_261_123
const RUNS = { sqlite: 250, mariadb: 30 }

interface Shelf {
  _id: string
  version: number
  label: string
}
const shelves: ReadModelDefinition<Shelf> = {
  table: 'shelves',
  schema: z.object({ _id: z.string(), version: z.int(), label: z.string() }),
}
const salesSchema = z.object({ _id: z.string(), shelf: z.string(), units: z.int() })
type Sold = z.output<typeof salesSchema>
const SHELVES = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`)

/** What one step of the projection meets. */
const happening = fc.oneof(
  fc.record({
    kind: fc.constant('publish' as const),
    shelf: fc.nat(2),
    units: fc.integer({ min: -9, max: 9 }),
  }),
  fc.record({ kind: fc.constant('change' as const), shelf: fc.nat(2) }),
  fc.record({ kind: fc.constant('deliver' as const), back: fc.nat(5), most: fc.integer({ min: 1, max: 5 }) }),
  // Batches out of order, an epoch of its own, an answer that is lost, a crash before the commit, another replica first.
  fc.record({ kind: fc.constantFrom('gap', 'restore', 'lost', 'crash', 'overtaken', 'gone') }),
)
type Happening = { kind: string; shelf?: number; units?: number; back?: number; most?: number }

/** An owner of shelves and sales, whose feed is delivered in any way. */
function createOwner() {
  const owner = {
    epoch: 'e0',
    events: [] as { type: string; data: unknown }[],
    sold: [] as Sold[],
    shelves: new Map<string, Shelf>(),
    /** The next request of the feed, where it is not as it should be. */
    delivery: undefined as Happening | undefined,
    /** Done while a page of the snapshot is read. */
    meanwhile: () => {},
    serial: 0,
  }
  const publish = (type: string, data: unknown) => void owner.events.push({ type, data })
  const sell = (shelf: number, units: number) => {
    owner.serial += 1
    const sale = { _id: `sale ${owner.serial}`, shelf: SHELVES[shelf] as string, units }
    owner.sold.push(sale)
    publish('sold', sale)
  }
  const change = (shelf: number) => {
    const _id = SHELVES[shelf] as string
    owner.serial += 1
    const state = { _id, version: (owner.shelves.get(_id)?.version ?? 0) + 1, label: `label ${owner.serial}` }
    owner.shelves.set(_id, state)
    publish('changed', state)
    // Published again, and an older one late: neither is news.
    publish('changed', { ...state, version: Math.max(1, state.version - 1), label: 'older' })
    publish('painted', {})
  }

  function page(rows: { _id: string }[], name: string, after: string) {
    const from = rows.filter(({ _id }) => _id > after).toSorted((a, b) => (a._id < b._id ? -1 : 1))
    const shown = from.slice(0, 2)
    return { [name]: shown, next: from.length > 2 ? (shown.at(-1)?._id ?? null) : null }
  }
  function snapshot(path: string, query: URLSearchParams) {
    // The head is that of the first page; the next ones say it again.
    const [head, after] = JSON.parse(query.get('after') ?? `["${owner.epoch}.${owner.events.length}",""]`)
    owner.meanwhile()
    const rows =
      path === '/sales'
        ? page(owner.sold, 'sales', after)
        : page([...owner.shelves.values()], 'shelves', after)
    owner.meanwhile()
    return { ...rows, lastEventId: head, next: rows.next === null ? null : JSON.stringify([head, rows.next]) }
  }

  function feed(query: URLSearchParams) {
    const { kind, back = 0, most = Number(query.get('limit')) } = owner.delivery ?? { kind: 'deliver' }
    owner.delivery = undefined
    const [epoch, position = '0'] = (query.get('lastEventId') || `${owner.epoch}.0`).split('.')
    if (kind === 'lost') throw new Error('socket hang up')
    if (epoch !== owner.epoch || kind === 'gone') throw new ServiceStatusError(410, 'gone')
    const first = kind === 'gap' ? Number(position) + 1 : Math.max(0, Number(position) - back)
    const batch = owner.events.slice(first, kind === 'gap' ? undefined : Number(position) + most)
    return batch.map((event, index) => ({ ...event, id: `${owner.epoch}.${first + index + 1}` }))
  }
  const client = {
    read: async (path: string, schema: z.ZodType) => {
      const url = new URL(path, 'http://owner')
      const { pathname, searchParams } = url
      return schema.parse(
        pathname === '/internal/feed' ? feed(searchParams) : snapshot(pathname, searchParams),
      )
    },
  } as unknown as ServiceClient
  return { owner, client, sell, change }
}

const rowsOf = async (db: Knex) => ({
  sums: await db('sums').orderBy('shelf').select('shelf', 'sales', 'units'),
  shelves: await db('shelves').orderBy('id').select('id', 'version', 'state'),
})

describe.each(testDatabases())('a projection on $name', (database) => {
  const opened = openForTests(() => database.open())
  beforeAll(async () => {
    const migrations = [
      ...projectionMigrations('20260101000000'),
      readModelMigration('20260101000100', 'shelves'),
    ]
    await migrate(opened.db, migrations, { log })
    await createTableOnce(opened.db, 'sums', (table) => {
      table.string('shelf', 40).primary()
      table.integer('sales').notNullable()
      table.integer('units').notNullable()
    })
  })

  const clear = async (db: Knex) => {
    for (const table of ['feed_cursors', 'sums', 'shelves']) await db(table).delete()
  }

  function replicaOf(client: ServiceClient, crash: () => boolean) {
    const options = {
      ...{ db: opened.db, log, client, name: 'owner', tables: ['sums', 'shelves'], gatherMs: 0, pollMs: 0 },
      sources: {
        sales: {
          kind: 'fact',
          types: ['sold'],
          schema: salesSchema,
          snapshot: { path: '/sales', rows: 'sales' },
        },
        shelves: {
          kind: 'state',
          types: ['changed'],
          schema: shelves.schema,
          snapshot: { path: '/shelves', rows: 'shelves' },
        },
      },
      async apply(received: { sales: Sold[]; shelves: Shelf[] }, trx: Knex.Transaction) {
        await createReadModel(trx, shelves).apply(received.shelves)
        const sums = received.sales.map(({ shelf, units }) => ({ shelf, sales: 1, units }))
        await addToSums(trx, 'sums', sums, ['shelf'], ['sales', 'units'])
        if (crash()) throw new Error('killed before the commit')
      },
    } as const
    return createStep(options, createLag())
  }

  test('ends in the rows of a rebuild, whatever is delivered and whatever crashes', {
    timeout: 300_000,
  }, async () => {
    const lives = fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
      await clear(opened.db)
      const { owner, client, sell, change } = createOwner()
      let crashes = false
      const crash = () => {
        const now = crashes
        crashes = false
        return now
      }
      const other = replicaOf(client, () => false)
      const overtaken = {
        ...client,
        read: async (...given: Parameters<ServiceClient['read']>) => {
          const answer = await client.read(...given)
          if (owner.delivery === undefined && isOvertaken) {
            isOvertaken = false
            await other(signal).catch(() => {})
          }
          return answer
        },
      } as ServiceClient
      let isOvertaken = false
      const step = replicaOf(overtaken, crash)
      const go = () => step(signal).catch(() => undefined)
      for (const each of happenings as Happening[]) {
        if (each.kind === 'publish') sell(each.shelf ?? 0, each.units ?? 0)
        else if (each.kind === 'change') change(each.shelf ?? 0)
        else {
          owner.meanwhile = () => {}
          if (each.kind === 'restore') {
            owner.epoch = `e${owner.serial}-${owner.epoch}`
            // Something happens while the snapshot is read.
            owner.meanwhile = () => (owner.sold.length < 12 ? sell(1, 1) : change(2))
          } else if (each.kind === 'crash') crashes = true
          else if (each.kind === 'overtaken') isOvertaken = true
          else owner.delivery = each
          await go()
        }
      }
      Object.assign(owner, { delivery: undefined, meanwhile: () => {} })
      isOvertaken = false
      crashes = false
      const head = async () => {
        const row = await opened.db('feed_cursors').first('last_event_id')
        return row?.last_event_id === `${owner.epoch}.${owner.events.length}`
      }
      for (let tries = 0; !(await head()); tries += 1) {
        if (tries > 50) throw new Error('does not catch up')
        await go()
      }
      const [rows, version] = [await rowsOf(opened.db), await projectionsVersion(opened.db)]
      await opened.db('feed_cursors').update({ last_event_id: null })
      await step(signal)
      expect(rows).toEqual(await rowsOf(opened.db))
      expect(await projectionsVersion(opened.db)).not.toBe(version)
      expect(rows.sums.reduce((sum, { sales }) => sum + Number(sales), 0)).toBe(owner.sold.length)
    })
    const numRuns = RUNS[database.name as keyof typeof RUNS]
    await fc.assert(lives, { seed: SEED, numRuns, endOnFailure: true })
  })
})
