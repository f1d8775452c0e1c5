import { randomUUID } from 'node:crypto'
import { createMedicineStore } from '../../services/inventory/src/medicines/store.ts'
import { createMedicineStore as createKnownMedicines } from '../../services/sales/src/medicines/store.ts'
import { askedMonthPath } from './asked-month.ts'
import { bareTables } from './bare-tables.ts'
import type { Target } from './load.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram } from './processes.ts'
import type { Setting } from './setting.ts'
import { createSalesDatabase } from './transactions.ts'

const MEDICINES = 200
const TRANSACTIONS = 1_000_000
const STOCK = 1_000_000

/** The calls of the table, and by what path each is made. */
export type Call = 'list' | 'search' | 'one' | 'history' | 'record'
type Paths = Record<Call, string>

const paths = (id: string): Paths => ({
  list: '/api/medicines?limit=50',
  search: '/api/medicines?limit=50&category=Vitamins&search=para',
  one: `/api/medicines/${id}`,
  history: askedMonthPath,
  record: '/api/transactions',
})

function createSale(ids: string[]): NonNullable<Target['next']> {
  let turn = 0
  return () => ({
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: { medicineId: ids[turn++ % ids.length], type: 'sale', quantity: 1, unitPrice: 12.5, note: '' },
  })
}

async function createDatabases(setting: Setting) {
  const inventory = await createInventoryDatabase(setting, MEDICINES)
  await inventory.db('medicines').update({ current_stock: STOCK, expiry_date: '2099-12-31' })
  const sales = await createSalesDatabase(setting, TRANSACTIONS, inventory.ids)
  const states = await createMedicineStore(inventory.db).listStates('', MEDICINES)
  await createKnownMedicines(sales.db).apply(states)
  const bare = await setting.createDatabase('bare', [bareTables])
  await bare.db('medicines').insert(inventory.ids.map((id) => ({ id, stock: STOCK })))
  return { inventory, sales, ids: inventory.ids }
}

/** A store with a million transactions, the bare handlers beside it, and the suite of any checkout upon it. */
export async function createStore(setting: Setting) {
  const { inventory, sales, ids } = await createDatabases(setting)
  const { env, headers, databasePid, urlOf, statements } = setting
  const bareOf = (file: string, database: string) =>
    startProgram(`bench/src/${file}`, { DATABASE_URL: urlOf(database, 'bare') })
  const medicines = await bareOf('bare.ts', 'inventory')
  const history = await bareOf('bare-history.ts', 'sales')
  const sale = await bareOf('bare-sale.ts', 'bare')
  const bare = { list: medicines, search: medicines, one: medicines, history, record: sale }
  const path = paths(ids[MEDICINES / 2] as string)
  const base = { database: databasePid, load: process.pid }

  const target = (call: Call, origin: string, pids: Record<string, number>): Target => ({
    url: origin + path[call],
    headers,
    pids: { ...base, ...pids },
    statements,
    ...(call === 'record' && { method: 'POST', status: 201, next: createSale(ids) }),
  })

  return {
    bare: (call: Call) => target(call, bare[call].origin, { bare: bare[call].pid }),
    /** Starts inventory, sales and the gateway of a checkout; `stop` ends them. */
    async startSuite(checkout: string) {
      const start = (name: string, more: Record<string, string>) =>
        startProgram(`${name}/src/main.ts`, { ...env, ...more }, checkout)
      const inventoryProgram = await start('services/inventory', { DATABASE_URL: inventory.url })
      const INVENTORY_URL = inventoryProgram.origin
      const salesProgram = await start('services/sales', { DATABASE_URL: sales.url, INVENTORY_URL })
      const [IDENTITY_URL, SALES_URL] = [INVENTORY_URL, salesProgram.origin]
      const gateway = await start('gateway', { IDENTITY_URL, INVENTORY_URL, SALES_URL })
      const programs = { gateway, sales: salesProgram, inventory: inventoryProgram }
      const pids = Object.fromEntries(Object.entries(programs).map(([name, { pid }]) => [name, pid]))
      return {
        target: (call: Call) => target(call, gateway.origin, pids),
        async stop() {
          for (const program of Object.values(programs)) await program.stop()
        },
      }
    },
  }
}
