import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  addDays,
  type ClimateDemand,
  type CreateMedicine,
  type CreateTransaction,
  type Medicine,
  type Report,
  storeDate,
  type Transaction,
} from '@mms/contracts'
import { defineService } from '@mms/service-kit'
import {
  besideReplica,
  type OpenTestDatabase,
  openService,
  publishKeys,
  type ServiceProcess,
  startProcess,
  type TestAnswer,
  type TestDatabase,
  type TestTokens,
  testTokens,
} from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { type AnalyticsOptions, analytics, createAnalytics } from '../src/app.ts'
import { noObserver } from '../src/conditions/weather-client.ts'
import { createDueStore } from '../src/due/store.ts'
import { createForecastWorker } from '../src/forecasts/worker.ts'
import { createTradeStore } from '../src/trade/store.ts'

export const TIME_ZONE = 'Asia/Kolkata'

const services = resolve(import.meta.dirname, '../..')

/** Starts another service's own `main.ts` on a free port. */
export const startService = (name: 'inventory' | 'sales' | 'alerts', env: Record<string, string>) =>
  startProcess(resolve(services, name, 'src/main.ts'), env)

/** Far longer than needed, but shorter than the runner's limit, which could not name the cause. */
const LIMIT_MS = 120_000

/** Waits until `missing` returns undefined. After the limit, throws the last text that it returned. */
export async function until(missing: () => Promise<string | undefined>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  for (;;) {
    const sentence = await missing()
    if (sentence === undefined) return
    if (performance.now() > end) throw new Error(`After ${LIMIT_MS / 1_000} s ${sentence}`)
    await delay(20)
  }
}

interface Differing extends Partial<Pick<AnalyticsOptions, 'observer' | 'hasWeather'>> {
  /** True if the job makes forecasts; most tests do not need them. */
  forecasts?: boolean
  /** Time at which the clock stands still. */
  now?: string
  timeZone?: string
}
interface Urls {
  inventoryUrl: string
  salesUrl: string
}

/** The service with the weather that a test needs. */
const definitionFor = ({ observer = noObserver, hasWeather = false, forecasts = false }: Differing) =>
  defineService({
    ...analytics,
    create({ config, clientOf, ...context }) {
      const [inventory, sales] = [clientOf(config.INVENTORY_URL), clientOf(config.SALES_URL)]
      const runForecasts = createForecastWorker(config.DATABASE_URL)
      const made = createAnalytics({ ...context, inventory, sales, observer, hasWeather, runForecasts })
      const { true: forecasting = [], false: others = [] } = Object.groupBy(made.jobs, ({ name }) =>
        name === 'forecasts' ? 'true' : 'false',
      )
      return { ...made, jobs: forecasts ? made.jobs : others, forecasting }
    },
  })

/** Starts analytics in this process on a database, following both feeds. Several may share one, as replicas do. */
export async function startAnalytics(
  database: OpenTestDatabase,
  tokens: TestTokens,
  { inventoryUrl, salesUrl }: Urls,
  differing: Differing = {},
) {
  const { timeZone = TIME_ZONE, now } = differing
  const env = { INVENTORY_URL: inventoryUrl, SALES_URL: salesUrl, STORE_TIME_ZONE: timeZone }
  const options = { env, tokens, jobs: true, ...(now && { now }) }
  const opened = await openService(definitionFor(differing), besideReplica({ database }), options)
  /** Makes the due forecasts, as the job does. */
  const forecast = async () => {
    for (const job of opened.service.forecasting) await job.run(new AbortController().signal)
  }
  // Stopped, it follows no longer, and all writes have ended; the database stays open.
  return { client: opened.client, forecast, stop: opened.close }
}
export type Analytics = Awaited<ReturnType<typeof startAnalytics>>

/** No server listens on these ports. */
export const NOWHERE = { inventoryUrl: 'http://127.0.0.1:1', salesUrl: 'http://127.0.0.1:1' }

let serial = 0

/** Form input for a valid medicine with a unique name. */
export function buildMedicine(differing: Partial<CreateMedicine> = {}) {
  serial += 1
  return {
    name: `Medicine ${String(serial).padStart(4, '0')}`,
    category: 'Antibiotics' as const,
    currentStock: 50,
    minStockLevel: 10,
    unitPrice: 20,
    ...differing,
  }
}

/** Request body to record a transaction. */
export type TransactionInput = Partial<CreateTransaction> & Pick<CreateTransaction, 'medicineId'>

function expectStatus<T>(answer: TestAnswer<T>, ...expected: number[]): T {
  if (expected.includes(answer.status)) return answer.body
  throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

/** Waits until analytics has read the last event of the feed in `source`. */
async function caughtUp(db: Knex, source: Knex, feed: string): Promise<void> {
  await until(async () => {
    const waiting = await source('outbox').whereNull('position').count({ count: '*' }).first()
    const head = await source('feed_head').first('epoch', 'position')
    const cursor = await db('feed_cursors').where({ name: feed }).first('last_event_id')
    const [at, end] = [cursor?.last_event_id ?? 'no snapshot yet', `${head.epoch}.${head.position}`]
    if (Number(waiting?.count) === 0 && at === end) return undefined
    return `analytics stands at ${at} of the feed of ${feed}, which ends at ${end} with ${waiting?.count} events without a number`
  })
}

type Processes = Record<'inventory' | 'sales', ServiceProcess> & Record<'admin' | 'staff', string>

function storeCalls({ inventory, sales, admin, staff }: Processes) {
  return {
    addMedicine: async (differing?: Partial<CreateMedicine>) =>
      expectStatus(
        await inventory.post<Medicine>('/api/medicines', { token: admin, body: buildMedicine(differing) }),
        201,
      ),
    save: async (medicine: Medicine, differing: Partial<Medicine>) => {
      const { name, category, currentStock, minStockLevel, unitPrice } = { ...medicine, ...differing }
      const body = { name, category, currentStock, minStockLevel, unitPrice }
      expectStatus(await inventory.put(`/api/medicines/${medicine._id}`, { token: admin, body }), 200)
    },
    record: async (asked: TransactionInput) => {
      const body = { type: 'sale', quantity: 1, unitPrice: 20, ...asked }
      return expectStatus(await sales.post<Transaction>('/api/transactions', { token: staff, body }), 201)
    },
    reverse: async (id: string) =>
      expectStatus(await sales.post<Transaction>(`/api/transactions/${id}/reversal`, { token: staff }), 201),
  }
}

/** A store with real processes of inventory and sales, and analytics in this process. */
export async function openStore({ open }: TestDatabase, differing: Differing = {}) {
  const [database, inventoryDatabase, salesDatabase] = await Promise.all([open(), open(), open()])
  const tokens = testTokens()
  const keys = await publishKeys(tokens)
  const common = { JWKS_URL: keys.url, ...tokens.serviceSettings(), COMMAND_TIMEOUT_MS: '20000' }
  const inventory = await startService('inventory', { ...common, DATABASE_URL: inventoryDatabase.url })
  const forSales = { DATABASE_URL: salesDatabase.url, INVENTORY_URL: inventory.url }
  const sales = await startService('sales', { ...common, ...forSales })
  const urls = { inventoryUrl: inventory.url, salesUrl: sales.url }
  const [admin, staff] = [tokens.token({ role: 'admin' }), tokens.token({ role: 'staff' })]
  const store = { inventory, sales, admin, staff }
  const analytics = await startAnalytics(database, tokens, urls, differing)
  /** Waits until analytics has read all events of both feeds. */
  const settled = async () => {
    await caughtUp(database.db, inventoryDatabase.db, 'inventory')
    await caughtUp(database.db, salesDatabase.db, 'sales')
  }
  return {
    ...{ database, db: database.db, inventoryDatabase, salesDatabase, tokens, urls, analytics, settled },
    ...store,
    ...storeCalls(store),
    async loadSampleData() {
      expectStatus(await inventory.get('/api/medicines/seed-sample-data', { token: admin }), 200)
      const medicines = expectStatus(await inventory.get<Medicine[]>('/api/medicines', { token: admin }), 200)
      await until(async () => {
        const loads = await salesDatabase.db('sample_loads').select('*')
        const isDone = loads.some(({ finished }) => Boolean(finished))
        return isDone ? undefined : `sales has not finished its sample history: ${JSON.stringify(loads)}`
      })
      await settled()
      return medicines
    },
    /** Writes sales of so many units on each day before today, because no API can sell in the past. */
    async sellInThePast(medicineId: string, perDay: number, days: number) {
      const today = storeDate(TIME_ZONE, differing.now ? new Date(differing.now) : new Date())
      const sold = Array.from({ length: days }, (_, index) => ({
        ...{ medicine_id: medicineId, day: addDays(today, index - days), type: 'sale', sample: 0 as const },
        ...{ completed: 1, units_in: 0, units_out: perDay, paise: 100, consumed: perDay, consumed_loose: 0 },
      }))
      await createTradeStore(database.db).add(sold)
      await createDueStore(database.db).markLate(sold, today)
    },
    report: (query = '') => analytics.client.get<Report>(`/api/reports${query}`, { token: admin }),
    demand: () => analytics.client.get<ClimateDemand>('/api/medicines/climate-demand', { token: staff }),
    async close() {
      await analytics.stop()
      await Promise.all([inventory.kill(), sales.kill()])
      await keys.close()
      await Promise.all([database, inventoryDatabase, salesDatabase].map((each) => each.close()))
    },
  }
}
export type Store = Awaited<ReturnType<typeof openStore>>
