import { createMedicineStore } from '../../services/inventory/src/medicines/store.ts'
import { createMedicineStore as createKnownMedicines } from '../../services/sales/src/medicines/store.ts'
import { bareTables } from './bare-tables.ts'
import { createAnalyticsDatabase, forecastSeconds } from './business-days.ts'
import {
  type Call,
  createSales,
  createVariedPaths,
  type Kind,
  type Medicine,
  repeatedPath,
} from './limit-calls.ts'
import { createSalesBetween } from './limit-sales.ts'
import type { Target } from './load.ts'
import { createInventoryDatabase, fillShelves } from './medicines.ts'
import { type Program, startProgram } from './processes.ts'
import type { Setting } from './setting.ts'
import { createSalesDatabase } from './transactions.ts'

const MEDICINES = 2_000
const TRANSACTIONS = Number(process.env.TRANSACTIONS ?? 1_000_000)
const STOCK = 1_000_000
/** Nothing listens here: `sell` writes to analytics' database instead. */
const AWAY = 'http://127.0.0.1:9'

async function createDatabases(setting: Setting) {
  const inventory = await createInventoryDatabase(setting, MEDICINES)
  await fillShelves(inventory.db, STOCK)
  const sales = await createSalesDatabase(setting, TRANSACTIONS, inventory.ids)
  const states = await createMedicineStore(inventory.db).listStates('', MEDICINES)
  await createKnownMedicines(sales.db).apply(states)
  const bare = await setting.createDatabase('bare', [bareTables])
  await bare.db('medicines').insert(inventory.ids.map((id) => ({ id, stock: STOCK })))
  const analytics = await createAnalyticsDatabase(setting, 'analytics', MEDICINES, TRANSACTIONS / 2)
  const medicines: Medicine[] = states.map(({ _id: id, name }) => ({ id, name }))
  return { inventory, sales, analytics, medicines }
}

async function startPrograms(
  { env, listServices }: Setting,
  urls: Record<'inventory' | 'sales' | 'analytics', string>,
  checkout: string,
) {
  const start = (name: string, more: Record<string, string>) =>
    startProgram(`${name}/src/main.ts`, { ...env, ...more }, checkout)
  const inventory = await start('services/inventory', { DATABASE_URL: urls.inventory })
  const INVENTORY_URL = inventory.origin
  const sales = await start('services/sales', { DATABASE_URL: urls.sales, INVENTORY_URL })
  const away = { INVENTORY_URL: AWAY, SALES_URL: AWAY, LOG_LEVEL: 'error' }
  const analytics = await start('services/analytics', { DATABASE_URL: urls.analytics, ...away })
  const origins = { inventory: inventory.origin, sales: sales.origin, analytics: analytics.origin }
  const gateway = await start('gateway', await listServices(origins))
  return { gateway, sales, analytics, inventory } satisfies Record<string, Program>
}

export async function createStore(setting: Setting) {
  const { inventory, sales, analytics, medicines } = await createDatabases(setting)
  const { headers, databasePid, urlOf, statements } = setting
  const bareOf = (file: string, database: string) =>
    startProgram(`bench/src/${file}`, { DATABASE_URL: urlOf(database, 'bare') })
  const reads = await bareOf('bare.ts', 'inventory')
  const history = await bareOf('bare-history.ts', 'sales')
  const sale = await bareOf('bare-sale.ts', 'bare')
  const bare: Partial<Record<Call, Program>> = {
    list: reads,
    search: reads,
    one: reads,
    history,
    record: sale,
  }
  const base = { database: databasePid, load: process.pid }
  const withSales = await createSalesBetween(setting, medicines)

  const target = (call: Call, kind: Kind, origin: string, pids: Record<string, number>): Target => {
    const common = { headers, pids: { ...base, ...pids }, statements }
    const url = origin + repeatedPath(call, medicines[MEDICINES / 2] as Medicine)
    if (call === 'record')
      return { ...common, url, method: 'POST', status: 201, next: createSales(medicines, kind) }
    if (kind === 'repeated') return { ...common, url }
    const nextPath = createVariedPaths(call, medicines)
    return { ...common, url: origin, next: () => ({ path: nextPath() }) }
  }

  return {
    bare(call: Call, kind: Kind): Target | undefined {
      const program = bare[call]
      return program && target(call, kind, program.origin, { bare: program.pid })
    },
    async startSuite(checkout: string) {
      const urls = { inventory: inventory.url, sales: sales.url, analytics: analytics.url }
      const programs = await startPrograms(setting, urls, checkout)
      await forecastSeconds(analytics.db, 0)
      const pids = Object.fromEntries(Object.entries(programs).map(([name, { pid }]) => [name, pid]))
      return {
        target(call: Call, kind: Kind): Target {
          const asked = target(call, kind, programs.gateway.origin, pids)
          return kind === 'varied' ? withSales(call, asked, programs.gateway.origin) : asked
        },
        async stop() {
          for (const program of Object.values(programs)) await program.stop()
        },
      }
    },
  }
}
