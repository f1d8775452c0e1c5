import { randomUUID } from 'node:crypto'
import { v7 } from 'uuid'
import { migrations as salesMigrations } from '../../services/sales/src/migrations/list.ts'
import { billAt, lineOf } from '../../services/sales/test/bills.ts'
import { compare, cpuOfProcess, type Load, median, ratio, type Target } from './load.ts'
import { createInventoryDatabase, fillShelves } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting, type Setting } from './setting.ts'

const CONNECTIONS = 16
const MEDICINES = 1_000
const STOCK = 1_000_000
const LINES = 5
const plan = { connections: CONNECTIONS, seconds: 4, rounds: 5 }

type Name = 'sale' | 'bill'

async function createTargets(setting: Setting): Promise<Record<Name, Target>> {
  const inventoryDatabase = await createInventoryDatabase(setting, MEDICINES)
  await fillShelves(inventoryDatabase.db, STOCK)
  const prices: { id: string; paise: number }[] = await inventoryDatabase
    .db('medicines')
    .select({ id: 'id', paise: 'unit_price_paise' })
  const salesDatabase = await setting.createDatabase('sales', salesMigrations)
  const { env, headers, databasePid } = setting
  const inventory = await startProgram('services/inventory/src/main.ts', {
    ...env,
    DATABASE_URL: inventoryDatabase.url,
  })
  const sales = await startProgram('services/sales/src/main.ts', {
    ...env,
    DATABASE_URL: salesDatabase.url,
    INVENTORY_URL: inventory.origin,
  })
  const json = { ...headers, 'content-type': 'application/json' }
  const registered = await fetch(`${sales.origin}/api/bills/counters`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ letter: 'A', name: 'Bench' }),
  })
  if (!registered.ok) throw new Error(`No counter: ${await registered.text()}`)
  const counter = (await registered.json()) as { _id: string; secret: string }
  let [turn, number] = [0, 0]
  const medicine = () => {
    const { id: _id, paise } = prices[turn++ % prices.length] as (typeof prices)[number]
    return { _id, unitPrice: paise / 100, mrp: null }
  }
  const target: Target = {
    url: sales.origin,
    method: 'POST',
    status: 201,
    headers: json,
    pids: { sales: sales.pid, inventory: inventory.pid, database: databasePid, load: process.pid },
  }
  return {
    sale: {
      ...target,
      next: () => ({
        path: '/api/transactions',
        headers: { 'idempotency-key': randomUUID() },
        body: { medicineId: medicine()._id, type: 'sale', quantity: 1, unitPrice: 12.5, note: '' },
      }),
    },
    bill: {
      ...target,
      next: () => {
        number += 1
        const bill = billAt(counter, number, {
          lines: Array.from({ length: LINES }, () => lineOf(medicine(), 1)),
        })
        return { path: '/api/bills', headers: { 'idempotency-key': v7() }, body: bill }
      },
    },
  }
}

const processes = ['sales', 'inventory', 'database', 'load']

export async function bills(): Promise<string> {
  const setting = await createSetting()
  try {
    const loads: Record<Name, Load[]> = await compare(await createTargets(setting), plan)
    const row = (name: Name) => {
      const at = (pick: (load: Load) => number) => Math.round(median(loads[name].map(pick)))
      const cpu = processes.map((process) => cpuOfProcess(loads[name], process))
      const cells = [name, at((load) => load.perSecond), ratio(loads[name], loads.sale)]
      return `| ${[...cells, at((load) => load.p50), at((load) => load.p99), ...cpu].join(' | ')} |`
    }
    return [
      `## Bills of ${LINES} lines beside single sales, ${CONNECTIONS} connections, every commit flushed`,
      '',
      `| | per second | of sales | p50 ms | p99 ms | CPU µs each: ${processes.join(' | ')} |`,
      `| ${Array.from({ length: 5 + processes.length }, () => '---').join(' | ')} |`,
      row('sale'),
      row('bill'),
    ].join('\n')
  } finally {
    await setting.stop()
  }
}
