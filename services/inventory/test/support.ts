import type {
  CreateMedicine,
  Medicine,
  Movement,
  PublishedMedicine,
  StockCommand,
  StockOutcome,
} from '@mms/contracts'
import { createLogger, type Service, startNewEpoch } from '@mms/service-kit'
import {
  besideReplica,
  type OpenService,
  openForTests,
  openService,
  type TestAnswer,
  type TestDatabase,
  testDatabases,
} from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { describe } from 'vitest'
import { inventory } from '../src/app.ts'

export const log = createLogger({ name: 'inventory', level: 'silent' })

/** Noon in Kolkata. */
export const NOON = '2026-11-20T06:30:00.000Z'

let serial = 0

/** Form input for a valid medicine with a unique name. */
export function buildMedicine(differing: Partial<CreateMedicine> = {}) {
  serial += 1
  return {
    name: `Medicine ${String(serial).padStart(4, '0')}`,
    category: 'Antibiotics' as const,
    manufacturer: 'Cipla',
    currentStock: 50,
    minStockLevel: 10,
    unitPrice: 19.99,
    expiryDate: '2027-06-30',
    ...differing,
  }
}

export type SentCommand = Partial<StockCommand>

/** A running service with a database of its own, and frequent operations for tests. */
export interface Inventory extends OpenService<Service> {
  db: Knex
  /** Sends a GET, by default as staff. */
  get<T = unknown>(path: string, token?: string): Promise<TestAnswer<T>>
  /** Returns the body of a GET, by default as staff. */
  read<T = unknown>(path: string, token?: string): Promise<T>
  /** Reads all pages of a list by following its links. */
  pages<Row = Medicine>(path: string): Promise<TestAnswer<Row[]>[]>
  medicine(id: string, token?: string): Promise<Medicine>
  /** Saves the whole form of a medicine, by default as an administrator. */
  save(medicine: Medicine, differing?: object, token?: string): Promise<TestAnswer<Medicine>>
  create(differing?: Partial<CreateMedicine>): Promise<Medicine>
  remove(medicine: Pick<Medicine, '_id'>): Promise<TestAnswer<unknown>>
  /** A medicine's state as other services see it; undefined if it never existed. */
  state(id: string): Promise<PublishedMedicine | undefined>
  /** A medicine's movements, oldest first. */
  movements(id: string): Promise<Movement[]>
  command(id: string, command: SentCommand): Promise<TestAnswer<StockOutcome>>
  clear(): Promise<void>
  /** Opens another replica of this release on the same database. */
  openReplica(): Promise<OpenService<Service>>
}

/** Tables in an order in which they can be emptied. */
const tables = ['movements', 'stock_commands', 'batches', 'medicines', 'outbox'] as const

export async function openInventory(
  database: TestDatabase,
  options: { sampleData?: boolean; timeZone?: string } = {},
): Promise<Inventory> {
  const { sampleData = true, timeZone = 'Asia/Kolkata' } = options
  const env = { SAMPLE_DATA: sampleData ? 'on' : 'off', STORE_TIME_ZONE: timeZone }
  const opened = await openService(inventory, database, { env, now: NOON })
  const { client, tokens, admin, staff } = opened
  const { db } = opened.database
  // A new token for each request, because tokens older than a minute are refused.
  const service = () => tokens.serviceToken('sales')

  const get = <T>(path: string, token = staff) => client.get<T>(path, { token })
  const read = async <T>(path: string, token?: string) => (await get<T>(path, token)).body

  return {
    ...opened,
    db,
    get,
    read,
    async pages<Row>(path: string) {
      const pages: TestAnswer<Row[]>[] = []
      for (let next: string | undefined = path; next; ) {
        const page: TestAnswer<Row[]> = await get(next)
        pages.push(page)
        next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1]
      }
      return pages
    },
    medicine: (id, token) => read(`/api/medicines/${id}`, token),
    save: ({ _id, version: _, createdAt: __, updatedAt: ___, ...form }, differing = {}, token = admin) =>
      client.put(`/api/medicines/${_id}`, { token, body: { ...form, ...differing } }),
    create: async (differing) => {
      const answer = await client.post<Medicine>('/api/medicines', {
        token: admin,
        body: buildMedicine(differing),
      })
      if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    remove: ({ _id }) => client.delete(`/api/medicines/${_id}`, { token: admin }),
    state: async (id) => {
      const answer = await client.get<{ medicines: PublishedMedicine[] }>('/internal/medicines', {
        token: service(),
      })
      return answer.body.medicines.find((medicine) => medicine._id === id)
    },
    movements: async (id) => (await read<Movement[]>(`/api/medicines/${id}/movements`)).toReversed(),
    command: (id, command) =>
      client.put(`/internal/movements/${id}`, {
        token: service(),
        body: { type: 'sale', quantity: 1, ...command },
      }),
    clear: async () => {
      for (const table of [
        'audit_entries',
        'import_rows',
        'imports',
        'value_changes',
        'movement_lines',
        ...tables,
      ])
        await db(table).delete()
      await db('catalogue').increment('revision', 1)
      // A new epoch, as after a restore, because these changes publish no events.
      await startNewEpoch(db)
    },
    openReplica: () => openService(inventory, besideReplica(opened), { tokens, now: NOON }),
  }
}

/** Runs tests on each database with inventory open. `$name` in the title is the database. */
export const describeInventory = (
  title: string,
  tests: (inventory: Inventory, database: TestDatabase) => void,
): void =>
  void describe.each(testDatabases())(title, (database) => {
    tests(
      openForTests(() => openInventory(database)),
      database,
    )
  })

/** An answer as tests expect it. */
export const answered = <Body extends object>(status: number, body: Body) => ({ status, body })
export const newId = () => v7()

/** An id as if made at this time. */
export const newIdAt = (at: string) => v7({ msecs: Date.parse(at) })

/** Changes whenever a stored row does. */
export async function fingerprint({ db }: Inventory): Promise<unknown[]> {
  const rows = [...tables, 'catalogue' as const].map((table) => db(table).orderBy('id').select('*'))
  const stored = await Promise.all(rows)
  // Leaves out positions: a reader of the feed may number rows, but that changes no data.
  return stored.map((rows) => rows.map(({ position: _, ...row }) => row))
}
