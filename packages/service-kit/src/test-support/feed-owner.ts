import type { Knex } from 'knex'
import { pino } from 'pino'
import { z } from 'zod'
import type { ServiceClient } from '../client/client.ts'
import { migrate } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'
import { addToSums } from '../database/sums.ts'
import { ServiceStatusError } from '../outbound/http-request.ts'
import { projectionMigrations } from '../projection/cursor.ts'
import { createReadModel, type ReadModelDefinition, readModelMigration } from '../projection/read-model.ts'

interface Shelf {
  _id: string
  version: number
  label: string
}
export const shelves: ReadModelDefinition<Shelf> = {
  table: 'shelves',
  schema: z.object({ _id: z.string(), version: z.int(), label: z.string() }),
}
const salesSchema = z.object({ _id: z.string(), shelf: z.string(), units: z.int() })
type Sold = z.output<typeof salesSchema>
export const SHELVES = ['a', 'b', 'c'].map((letter) => `${letter.repeat(8)}-0000-7000-8000-000000000000`)

/** The next answer of the feed, where it is not as it should be. */
interface Delivery {
  kind: string
  back?: number
  most?: number
}

/** An owner of shelves and sales, whose feed is delivered in any way. */
export function createOwner() {
  const owner = {
    epoch: 'e0',
    events: [] as { type: string; data: unknown }[],
    sold: [] as Sold[],
    shelves: new Map<string, Shelf>(),
    /** The next request of the feed, where it is not as it should be. */
    delivery: undefined as Delivery | undefined,
    /** Done while a page of the snapshot is read. */
    meanwhile: (() => {}) as () => unknown,
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
  async function snapshot(path: string, query: URLSearchParams) {
    // All pages repeat the head of the first.
    const [head, after] = JSON.parse(query.get('after') ?? `["${owner.epoch}.${owner.events.length}",""]`)
    await owner.meanwhile()
    const rows =
      path === '/sales'
        ? page(owner.sold, 'sales', after)
        : page([...owner.shelves.values()], 'shelves', after)
    await owner.meanwhile()
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
        pathname === '/internal/feed' ? feed(searchParams) : await snapshot(pathname, searchParams),
      )
    },
  } as unknown as ServiceClient
  return { owner, client, publish, sell, change }
}

const sources = {
  sales: { kind: 'fact', types: ['sold'], schema: salesSchema, snapshot: { path: '/sales', rows: 'sales' } },
  shelves: {
    kind: 'state',
    types: ['changed'],
    schema: shelves.schema,
    snapshot: { path: '/shelves', rows: 'shelves' },
  },
} as const

/** A projection of the owner: its shelves, and the sum of the sales of each. */
export const projectionOf = (db: Knex, client: ServiceClient) => ({
  db,
  client,
  name: 'owner',
  tables: ['sums', 'shelves'],
  gatherMs: 0,
  pollMs: 0,
  sources,
  log: pino({ level: 'silent' }),
  async apply(received: { sales: Sold[]; shelves: Shelf[] }, trx: Knex.Transaction) {
    await createReadModel(trx, shelves).apply(received.shelves)
    const sums = received.sales.map(({ shelf, units }) => ({ shelf, sales: 1, units }))
    await addToSums(trx, 'sums', sums, ['shelf'], ['sales', 'units'])
  },
})

export async function createProjectionTables(db: Knex): Promise<void> {
  const migrations = [
    ...projectionMigrations('20260101000000'),
    readModelMigration('20260101000100', 'shelves'),
  ]
  await migrate(db, migrations, { log: pino({ level: 'silent' }) })
  await createTableOnce(db, 'sums', (table) => {
    table.string('shelf', 40).primary()
    table.integer('sales').notNullable()
    table.integer('units').notNullable()
  })
}

export async function clearProjectionTables(db: Knex): Promise<void> {
  for (const table of ['feed_cursors', 'sums', 'shelves']) await db(table).delete()
}
