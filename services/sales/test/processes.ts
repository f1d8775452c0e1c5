import { setTimeout as delay } from 'node:timers/promises'
import type { Medicine, Transaction } from '@mms/contracts'
import { findFreePort } from '@mms/service-kit/ports'
import {
  migrateForTest,
  type OpenTestDatabase,
  publishKeys,
  type ServiceProcess,
  type TestAnswer,
  type TestDatabase,
  type TestTokens,
  testTokens,
} from '@mms/service-kit/test-support'
import { migrations } from '../src/migrations/list.ts'
import { inventoryCalls, log, type ServiceName, salesCalls, startService } from './support.ts'

/** Short, so that the transactions of a dead process are soon taken over. */
const COMMAND_TIMEOUT_MS = 400
const GIVE_UP_MS = 60_000

/** Real processes of both services, which can be killed, paused and restarted. */
export interface Processes extends ReturnType<typeof inventoryCalls>, ReturnType<typeof salesCalls> {
  /** Database of sales. */
  database: OpenTestDatabase
  inventoryDatabase: OpenTestDatabase
  tokens: TestTokens
  /** Token of the person who records transactions. */
  token: string
  process(name: ServiceName): ServiceProcess
  /** Waits until the armed process has died, then restarts it on its port. */
  restart(name: ServiceName): Promise<void>
  /** Starts a second sales process on the same database. */
  addReplica(): Promise<ServiceProcess>
  close(): Promise<void>
}

const codeOf = ({ body }: TestAnswer<unknown>) => (body as { code?: string }).code

/** Repeats a request until the answer is final, as a client does that got none. */
export async function untilFinal(
  send: () => Promise<TestAnswer<Transaction>>,
): Promise<TestAnswer<Transaction>> {
  for (const until = Date.now() + GIVE_UP_MS; Date.now() < until; await delay(50)) {
    const answer = await send().catch(() => undefined)
    const isOpen = !answer || answer.status === 202 || codeOf(answer) === 'sales.in_flight'
    if (!isOpen && answer.status < 500) return answer
  }
  throw new Error('No final answer')
}

/** Starts both services on fresh databases. `everyEnv` applies to all processes. */
export async function openProcesses(
  { open }: TestDatabase,
  everyEnv: Record<string, string> = {},
): Promise<Processes> {
  const tokens = testTokens()
  const token = tokens.token({ role: 'staff' })
  const keys = await publishKeys(tokens)
  const databases = { inventory: await open(), sales: await open() }
  await migrateForTest(databases.sales, migrations, { log })
  const ports: Record<ServiceName, string> = {
    inventory: String(await findFreePort()),
    sales: String(await findFreePort()),
  }
  const start = async (name: ServiceName, env: Record<string, string> = {}) =>
    startService(name, {
      DATABASE_URL: databases[name].url,
      JWKS_URL: keys.url,
      ...tokens.serviceSettings(),
      COMMAND_TIMEOUT_MS: String(COMMAND_TIMEOUT_MS),
      SWEEP_INTERVAL_MS: '50',
      RECONCILE_LEASE_MS: '1000',
      PORT: ports[name],
      ...everyEnv,
      ...env,
    })
  const inventory = await start('inventory')
  const sales = await start('sales', { INVENTORY_URL: inventory.url })
  const running: Record<ServiceName, ServiceProcess> = { inventory, sales }
  const replicas: ServiceProcess[] = []

  const again = (name: ServiceName, env: Record<string, string> = {}) =>
    start(name, { INVENTORY_URL: inventory.url, ...env })

  return {
    database: databases.sales,
    inventoryDatabase: databases.inventory,
    tokens,
    token,
    process: (name) => running[name],
    async restart(name) {
      const signal = await running[name].ended
      if (signal !== 'SIGKILL') throw new Error(`${name} ended by ${signal}, not by the failpoint`)
      running[name] = await again(name)
    },
    async addReplica() {
      const replica = await again('sales', { PORT: '0' })
      replicas.push(replica)
      return replica
    },
    async close() {
      await Promise.all([...replicas, ...Object.values(running)].map((process) => process.kill()))
      await keys.close()
      await Promise.all([databases.sales.close(), databases.inventory.close()])
    },
    ...inventoryCalls(inventory, tokens.token({ role: 'admin' })),
    ...salesCalls(sales, token),
  }
}

/** Once nothing is pending, returns what both services have stored about a medicine's transactions. */
export async function accountOf(store: Processes, medicine: Medicine) {
  const { db } = store.database
  const pending = () => db('transactions').whereNotNull('next_attempt_at').first('id')
  for (const until = Date.now() + GIVE_UP_MS; await pending(); await delay(20)) {
    if (Date.now() > until) throw new Error('Still pending')
  }
  const rows = await db('transactions').where({ medicine_id: medicine._id }).orderBy('id')
  const ids = rows.map(({ id }) => id)
  const movements = await store.movementsOf(medicine)
  return {
    stock: await store.stockOf(medicine),
    statuses: rows.map(({ status }) => status).toSorted(),
    completedIds: rows.filter(({ status }) => status === 'completed').map(({ id }) => id),
    movementIds: movements.map(({ _id }) => _id).toSorted(),
    events: await db('outbox').whereIn('subject', ids).orderBy('subject').pluck('subject'),
    change: movements.reduce((sum, { change }) => sum + change, 0),
  }
}
