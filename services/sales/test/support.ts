import { resolve } from 'node:path'
import {
  type AuditEntry,
  type CreateMedicine,
  type CreateTransaction,
  IDEMPOTENCY_KEY_HEADER,
  type Medicine,
  type Movement,
  type Transaction,
} from '@mms/contracts'
import {
  approvalReader,
  createLogger,
  createServiceClient,
  defineService,
  staticKeys,
} from '@mms/service-kit'
import {
  type OpenService,
  type OpenTestDatabase,
  openForTests,
  openService,
  publishKeys,
  type ServiceProcess,
  startProcess,
  type TestAnswer,
  type TestCaller,
  type TestDatabase,
  type TestTokens,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { v7 } from 'uuid'
import { describe, expect } from 'vitest'
import { createSales, sales } from '../src/app.ts'
import { createInventoryClient } from '../src/inventory/client.ts'
import type { SalesOptions } from '../src/options.ts'

export const log = createLogger({ name: 'sales', level: 'silent' })
/** An answer as tests expect it. */
export const answered = <Body extends object>(status: number, body: Body) => ({ status, body })
export const newKey = () => v7()

export type ServiceName = 'inventory' | 'sales'

const services = resolve(import.meta.dirname, '../..')

/** Starts the service's own `main.ts`, on a free port unless `env` sets one. */
export const startService = (name: ServiceName, env: Record<string, string>): Promise<ServiceProcess> =>
  startProcess(resolve(services, name, 'src/main.ts'), env)

const YEAR_MS = 365 * 24 * 60 * 60_000
/** Id of a session that began at `start`, in identity's format. */
export const sessionOf = (start: Date) => v7({ msecs: start.getTime() })

let serial = 0

/** Form input for a valid medicine with a unique name. */
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

/** Request body to record a transaction. */
export type TransactionInput = Partial<CreateTransaction> & Pick<CreateTransaction, 'medicineId'>

/** API calls to inventory, whichever process serves it. */
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
    async priceOf({ _id }: Pick<Medicine, '_id'>): Promise<number> {
      const { body } = await inventory.get<Medicine>(`/api/medicines/${_id}`, { token: admin })
      return body.unitPrice
    },
    /** A medicine's movements without the opening, newest first. */
    async movementsOf({ _id }: Pick<Medicine, '_id'>): Promise<Movement[]> {
      const { body } = await inventory.get<Movement[]>(`/api/medicines/${_id}/movements`, { token: admin })
      return body.filter(({ type }) => type !== 'opening')
    },
  }
}

const headersOf = (key: string | undefined): Record<string, string> =>
  key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key }

/** API calls to sales, whichever process serves it. */
export function salesCalls(sales: TestCaller, token: string) {
  const postTo =
    (path: string) =>
    (asked: TransactionInput, key?: string, madeAt = asked.madeAt): Promise<TestAnswer<Transaction>> => {
      const body = { type: 'sale', quantity: 1, unitPrice: 10, ...asked, ...(madeAt && { madeAt }) }
      return sales.post(path, { token, body, headers: headersOf(key) })
    }
  return {
    record: postTo('/api/transactions'),
    withdraw: postTo('/api/transactions/withdrawal'),
    read: (id: string): Promise<TestAnswer<Transaction>> => sales.get(`/api/transactions/${id}`, { token }),
    list: (query = ''): Promise<TestAnswer<Transaction[]>> =>
      sales.get(`/api/transactions${query}`, { token }),
    reverse: (id: string, key?: string): Promise<TestAnswer<Transaction>> =>
      sales.post(`/api/transactions/${id}/reversal`, { token, headers: headersOf(key) }),
    cancel: (id: string): Promise<TestAnswer<Transaction>> =>
      sales.post(`/api/transactions/${id}/cancellation`, { token }),
  }
}

export interface Store
  extends OpenService<ReturnType<typeof createSales>>,
    ReturnType<typeof inventoryCalls>,
    ReturnType<typeof salesCalls> {
  /** Inventory runs as a process of its own. */
  inventory: ServiceProcess
  inventoryDatabase: OpenTestDatabase
  /** The parts of sales, which runs in this process. */
  sales: ReturnType<typeof createSales>
  /** Database of sales. */
  db: OpenTestDatabase['db']
  /** Waits until sales knows the medicine. */
  untilKnown(medicine: Pick<Medicine, '_id'>): Promise<void>
  /** Entries of the audit log, newest first. */
  audit(query: Record<string, string>): Promise<AuditEntry[]>
}

export type StoreOptions = Partial<Pick<SalesOptions, 'leaseMs' | 'sweepIntervalMs' | 'timeZone'>> & {
  timeoutMs?: number
  /** True if jobs run: read model, sweeper and sample data. */
  jobs?: boolean
}

export function inventoryAt(url: string, { serviceKey: key }: TestTokens, timeoutMs = 10_000) {
  const client = createServiceClient({ name: 'sales', key, url })
  return { ...createInventoryClient(client, { timeoutMs }), close: client.close }
}

/** The service with time limits beyond those that its settings allow. */
export function definitionFor(
  { timeoutMs = 10_000, leaseMs = 12_000, sweepIntervalMs = 50 }: StoreOptions,
  tokens: Pick<TestTokens, 'jwks'> = { jwks: { keys: [] } },
) {
  return defineService({
    ...sales,
    create({ config, clientOf, ...context }) {
      const client = clientOf(config.INVENTORY_URL)
      return createSales({
        ...{ ...context, client, leaseMs, sweepIntervalMs, reconcileLeaseMs: 60_000 },
        inventory: createInventoryClient(client, { timeoutMs }),
        readApproval: approvalReader(staticKeys(tokens.jwks)),
        timeZone: config.STORE_TIME_ZONE,
      })
    },
  })
}

/** Starts sales in this process and inventory as a real process, each on a database of its own. */
export async function openStore(database: TestDatabase, options: StoreOptions = {}): Promise<Store> {
  const { timeZone = 'Asia/Kolkata', jobs = true } = options
  const inventoryDatabase = await database.open()
  const tokens = testTokens()
  const keys = await publishKeys(tokens)
  const inventory = await startService('inventory', {
    DATABASE_URL: inventoryDatabase.url,
    JWKS_URL: keys.url,
    ...tokens.serviceSettings(),
  })
  const env = { INVENTORY_URL: inventory.url, STORE_TIME_ZONE: timeZone }
  const opened = await openService(definitionFor(options, tokens), database, { env, tokens, jobs })
  const { client, admin } = opened
  const staff = tokens.token({ role: 'staff', sessionId: sessionOf(new Date(Date.now() - YEAR_MS)) })

  const close = async () => {
    await opened.close()
    await inventory.kill()
    await keys.close()
    await inventoryDatabase.close()
  }
  const { db } = opened.database
  const calls = {
    ...inventoryCalls(inventory, admin),
    ...salesCalls(client, staff),
    untilKnown: ({ _id: id }: Pick<Medicine, '_id'>) =>
      expect.poll(() => db('medicines').where({ id }).pluck('id')).toEqual([id]),
    audit: async (query: Record<string, string>) => {
      const path = `/api/transactions/history?${new URLSearchParams(query)}`
      return (await client.get<AuditEntry[]>(path, { token: admin })).body
    },
  }
  return { ...opened, db, staff, sales: opened.service, inventoryDatabase, inventory, close, ...calls }
}

/** Runs tests on each database with sales and inventory open. `$name` in the title is the database. */
export const describeStore = (
  title: string,
  tests: (store: Store, database: TestDatabase) => void,
  options?: StoreOptions,
): void =>
  void describe.each(testDatabases())(title, (database) => {
    tests(
      openForTests(() => openStore(database, options)),
      database,
    )
  })
