import type {
  CreateMedicine,
  Medicine,
  MedicineState,
  Movement,
  StockCommand,
  StockOutcome,
} from '@mms/contracts'
import { createLifecycle, createLogger, createMetrics, migrate } from '@mms/service-kit'
import {
  type OpenTestDatabase,
  startApp,
  type TestAnswer,
  type TestClient,
  type TestDatabase,
  type TestTokens,
  testTokens,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { createInventoryApp } from '../src/app.ts'
import { migrations } from '../src/migrations/list.ts'
import { createStoreClock } from '../src/store-clock.ts'

export const log = createLogger({ name: 'inventory', level: 'silent' })

/** Noon in Kolkata. */
export const NOON = '2026-11-20T06:30:00.000Z'

let serial = 0

/** The form's content for a good medicine of its own name. */
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

/** A running service on a database of its own, with what tests do most often. */
export interface Inventory {
  database: OpenTestDatabase
  client: TestClient
  tokens: TestTokens
  admin: string
  staff: string
  /** Stops the clock at an instant. */
  setNow(instant: string): void
  create(differing?: Partial<CreateMedicine>): Promise<Medicine>
  /** As other services see it; undefined when there never was one. */
  state(id: string): Promise<MedicineState | undefined>
  /** Oldest first. */
  movements(id: string): Promise<Movement[]>
  command(id: string, command: Partial<StockCommand>): Promise<TestAnswer<StockOutcome>>
  clear(): Promise<void>
  close(): Promise<void>
}

/** Tables in an order in which they can be emptied. */
const tables = ['movements', 'stock_commands', 'medicines', 'outbox'] as const

export async function openInventory(
  { open }: TestDatabase,
  options: { sampleData?: boolean; timeZone?: string } = {},
): Promise<Inventory> {
  const database = await open()
  await migrate(database.db, migrations, { log })
  const tokens = testTokens()
  let now = new Date(NOON)
  const app = createInventoryApp({
    db: database.db,
    log,
    lifecycle: createLifecycle(),
    metrics: createMetrics('inventory'),
    verifiers: tokens.verifiers,
    clock: createStoreClock(options.timeZone ?? 'Asia/Kolkata', () => now),
    sampleData: options.sampleData ?? true,
    checkResponses: true,
  })
  const client = await startApp(app)
  const admin = tokens.token({ role: 'admin' })
  const staff = tokens.token({ role: 'staff' })
  const service = tokens.serviceToken('sales')
  const { db } = database

  return {
    database,
    client,
    tokens,
    admin,
    staff,
    setNow: (instant) => {
      now = new Date(instant)
    },
    create: async (differing) => {
      const answer = await client.post<Medicine>('/api/medicines', {
        token: admin,
        body: buildMedicine(differing),
      })
      if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    state: async (id) => {
      const answer = await client.get<{ medicines: MedicineState[] }>('/internal/medicines', {
        token: service,
      })
      return answer.body.medicines.find((medicine) => medicine._id === id)
    },
    movements: async (id) => {
      const answer = await client.get<Movement[]>(`/api/medicines/${id}/movements`, { token: staff })
      return answer.body.toReversed()
    },
    command: (id, command) =>
      client.put(`/internal/movements/${id}`, {
        token: service,
        body: { type: 'sale', quantity: 1, ...command },
      }),
    clear: async () => {
      for (const table of tables) await db(table).delete()
      await db('catalogue').increment('revision', 1)
    },
    close: async () => {
      await client.close()
      await database.close()
    },
  }
}

export const newId = () => v7()

/** Changes whenever anything stored does. */
export async function fingerprint({ database: { db } }: Inventory): Promise<unknown[]> {
  const rows = [...tables, 'catalogue' as const].map((table) => db(table).orderBy('id').select('*'))
  const stored = await Promise.all(rows)
  // A reader of the feed may number rows, which changes nothing that happened.
  return stored.map((of) => of.map(({ position: _, ...row }) => row))
}
