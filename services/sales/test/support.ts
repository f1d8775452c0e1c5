import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CreateMedicine, CreateTransaction, Medicine, Movement, Transaction } from '@mms/contracts'
import { createLifecycle, createLogger, createMetrics, migrate } from '@mms/service-kit'
import {
  type OpenTestDatabase,
  startApp,
  type TestAnswer,
  type TestCaller,
  type TestClient,
  type TestDatabase,
  type TestTokens,
  testTokens,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { createSales, type SalesOptions } from '../src/app.ts'
import { countByDaysOf } from '../src/history/count-days.ts'
import { createInventoryClient } from '../src/inventory/client.ts'
import { migrations } from '../src/migrations/list.ts'
import { type ServiceProcess, startService } from './process.ts'

export const log = createLogger({ name: 'sales', level: 'silent' })
export const newKey = () => v7()

/** Publishes the test's keys, as identity does. */
export async function startKeys(tokens: TestTokens) {
  const server = createServer((request, response) => {
    // Nothing has ended: as an identity that does not tell.
    if (request.url?.startsWith('/endings')) response.statusCode = 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify(tokens.jwks))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, close }
}

let serial = 0

/** The form's content for a good medicine of its own name. */
export function buildMedicine(differing: Partial<CreateMedicine> = {}) {
  serial += 1
  return {
    name: `Medicine ${String(serial).padStart(4, '0')}`,
    category: 'Antibiotics' as const,
    currentStock: 50,
    unitPrice: 19.99,
    ...differing,
  }
}

/** What a test sends to record a transaction. */
export type Asked = Partial<CreateTransaction> & Pick<CreateTransaction, 'medicineId'>

/** A store's inventory as tests use it, whichever process serves it. */
export function inventoryCalls(inventory: TestCaller, admin: string) {
  return {
    async addMedicine(differing?: Partial<CreateMedicine>): Promise<Medicine> {
      const body = buildMedicine(differing)
      const answer = await inventory.post<Medicine>('/api/medicines', { token: admin, body })
      if (answer.status !== 201) throw new Error(`not created: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    async stockOf({ _id }: Pick<Medicine, '_id'>): Promise<number> {
      const { body } = await inventory.get<Medicine>(`/api/medicines/${_id}`, { token: admin })
      return body.currentStock
    },
    /** Newest first, without the opening. */
    async movementsOf({ _id }: Pick<Medicine, '_id'>): Promise<Movement[]> {
      const { body } = await inventory.get<Movement[]>(`/api/medicines/${_id}/movements`, { token: admin })
      return body.filter(({ type }) => type !== 'opening')
    },
  }
}

/** Sales as tests use it, whichever process serves it. */
export function salesCalls(sales: TestCaller, token: string) {
  return {
    record: (asked: Asked, key?: string): Promise<TestAnswer<Transaction>> =>
      sales.post('/api/transactions', {
        token,
        body: { type: 'sale', quantity: 1, unitPrice: 10, ...asked },
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      }),
    withdraw: (asked: Asked, key?: string): Promise<TestAnswer<Transaction>> =>
      sales.post('/api/transactions/withdrawal', {
        token,
        body: { type: 'sale', quantity: 1, unitPrice: 10, ...asked },
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      }),
    read: (id: string): Promise<TestAnswer<Transaction>> => sales.get(`/api/transactions/${id}`, { token }),
    list: (query = ''): Promise<TestAnswer<Transaction[]>> =>
      sales.get(`/api/transactions${query}`, { token }),
    reverse: (id: string, key?: string): Promise<TestAnswer<Transaction>> =>
      sales.post(`/api/transactions/${id}/reversal`, {
        token,
        headers: key === undefined ? {} : { 'Idempotency-Key': key },
      }),
    cancel: (id: string): Promise<TestAnswer<Transaction>> =>
      sales.post(`/api/transactions/${id}/cancellation`, { token }),
  }
}

export interface Store extends ReturnType<typeof inventoryCalls>, ReturnType<typeof salesCalls> {
  database: OpenTestDatabase
  inventoryDatabase: OpenTestDatabase
  /** Of sales, which runs in this process. */
  client: TestClient
  /** A process of its own. */
  inventory: ServiceProcess
  sales: ReturnType<typeof createSales>
  tokens: TestTokens
  staff: string
  admin: string
  close(): Promise<void>
}

export type StoreOptions = Partial<Pick<SalesOptions, 'leaseMs' | 'sweepIntervalMs' | 'timeZone'>> & {
  timeoutMs?: number
  /** Whether the jobs run: the read model, the sweeper, sample data. */
  jobs?: boolean
}

/** Sales in this process with a real inventory process beside it, each on a database of its own. */
export async function openStore({ open }: TestDatabase, options: StoreOptions = {}): Promise<Store> {
  const { timeoutMs = 10_000, leaseMs = 12_000, sweepIntervalMs = 50, timeZone = 'Asia/Kolkata' } = options
  const [database, inventoryDatabase] = await Promise.all([open(), open()])
  const tokens = testTokens()
  const keys = await startKeys(tokens)
  const inventory = await startService('inventory', {
    DATABASE_URL: inventoryDatabase.url,
    JWKS_URL: keys.url,
    SERVICE_KEY: tokens.serviceKey,
  })
  await migrate(database.db, migrations, { log })
  await countByDaysOf(database.db, timeZone)
  const lifecycle = createLifecycle()
  const { serviceKey } = tokens
  const inventoryClient = createInventoryClient({ url: inventory.url, serviceKey, timeoutMs })
  const sales = createSales({
    db: database.db,
    log,
    lifecycle,
    metrics: createMetrics('sales'),
    verifiers: tokens.verifiers,
    checkResponses: true,
    inventory: inventoryClient,
    inventoryUrl: inventory.url,
    serviceKey,
    timeZone,
    leaseMs,
    sweepIntervalMs,
    reconcileLeaseMs: 60_000,
  })
  const client = await startApp(sales.app)
  const stop = options.jobs === false ? async () => {} : sales.start()
  const staff = tokens.token({ role: 'staff' })
  const admin = tokens.token({ role: 'admin' })

  const close = async () => {
    lifecycle.stop()
    await client.close()
    await stop()
    await inventory.kill()
    await inventoryClient.close()
    keys.close()
    await Promise.all([database.close(), inventoryDatabase.close()])
  }
  const calls = { ...inventoryCalls(inventory, admin), ...salesCalls(client, staff) }
  return { database, inventoryDatabase, client, inventory, sales, tokens, staff, admin, close, ...calls }
}
