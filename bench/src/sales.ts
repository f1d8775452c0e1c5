import { randomUUID } from 'node:crypto'
import { migrations as salesMigrations } from '../../services/sales/src/migrations/list.ts'
import { bareTables } from './bare-tables.ts'
import { compare, cpuOfProcess, type Load, load, median, ratio, type Target } from './load.ts'
import { createInventoryDatabase, fillShelves } from './medicines.ts'
import { startProgram } from './processes.ts'
import { createSetting, type Setting } from './setting.ts'

const CONNECTIONS = 16
const MEDICINES = 1_000
const STOCK = 1_000_000
const plan = { connections: CONNECTIONS, seconds: 4, rounds: 6 }

type Name = 'bare' | 'command' | 'sales' | 'gateway'
const titles: Record<Name, string> = {
  bare: 'bare node:http + mysql2',
  command: 'stock command at inventory',
  sales: 'sale at the sales service',
  gateway: 'sale through the gateway',
}

/** Avoids consecutive sales of the same row. */
function createTurn(ids: string[]): () => string {
  let turn = 0
  return () => ids[turn++ % ids.length] as string
}

function createRenewed(make: () => string): () => string {
  let [value, uses] = ['', 0]
  return () => {
    if (uses++ % 1_000 === 0) value = make()
    return value
  }
}

async function createTargets(setting: Setting): Promise<Record<Name, Target>> {
  const inventoryDatabase = await createInventoryDatabase(setting, MEDICINES)
  const { ids } = inventoryDatabase
  await fillShelves(inventoryDatabase.db, STOCK)
  const salesDatabase = await setting.createDatabase('sales', salesMigrations)
  const bareDatabase = await setting.createDatabase('bare', [bareTables])
  await bareDatabase.db('medicines').insert(ids.map((id) => ({ id, stock: STOCK })))

  const { env, headers, databasePid } = setting
  const bare = await startProgram('bench/src/bare-sale.ts', { DATABASE_URL: bareDatabase.url })
  const inventory = await startProgram('services/inventory/src/main.ts', {
    ...env,
    DATABASE_URL: inventoryDatabase.url,
  })
  const sales = await startProgram('services/sales/src/main.ts', {
    ...env,
    DATABASE_URL: salesDatabase.url,
    INVENTORY_URL: inventory.origin,
  })
  const gateway = await startProgram('gateway/src/main.ts', {
    ...env,
    ...(await setting.listServices({ inventory: inventory.origin, sales: sales.origin })),
  })

  const pids = {
    bare: bare.pid,
    gateway: gateway.pid,
    sales: sales.pid,
    inventory: inventory.pid,
    database: databasePid,
    load: process.pid,
  }
  const json = { 'content-type': 'application/json' }
  const turn = createTurn(ids)
  const serviceToken = createRenewed(setting.serviceToken)
  const sale = () => ({ medicineId: turn(), type: 'sale', quantity: 1, unitPrice: 12.5 })
  const sell = (origin: string): Target => ({
    url: `${origin}/api/transactions`,
    method: 'POST',
    status: 201,
    headers: { ...json, ...headers },
    pids,
    next: () => ({ headers: { 'idempotency-key': randomUUID() }, body: { ...sale(), note: '' } }),
  })
  return {
    bare: { ...sell(bare.origin), url: bare.origin },
    command: {
      ...sell(inventory.origin),
      url: inventory.origin,
      method: 'PUT',
      status: 200,
      headers: json,
      next: () => ({
        path: `/internal/movements/${randomUUID()}`,
        headers: { authorization: `Bearer ${serviceToken()}` },
        body: { medicineId: turn(), type: 'sale', quantity: 1 },
      }),
    },
    sales: sell(sales.origin),
    gateway: sell(gateway.origin),
  }
}

const processes = ['gateway', 'sales', 'inventory', 'bare', 'database', 'load']

function row(name: Name, loads: Record<Name, Load[]>, single: Load): string {
  const own = loads[name]
  const at = (pick: (load: Load) => number) => Math.round(median(own.map(pick)))
  const cpu = processes.map((process) => cpuOfProcess(own, process))
  const cells = [titles[name], at((load) => load.perSecond), ratio(own, loads.bare), single.p50]
  return `| ${[...cells, at((load) => load.p50), at((load) => load.p99), ...cpu].join(' | ')} |`
}

export async function sales(): Promise<string> {
  const setting = await createSetting()
  try {
    const targets = await createTargets(setting)
    const loads = await compare(targets, plan)
    const rows: string[] = []
    for (const name of Object.keys(targets) as Name[])
      rows.push(row(name, loads, await load(targets[name], 1, plan.seconds)))
    return [
      `## Sales a second, ${CONNECTIONS} connections, every commit flushed`,
      '',
      `| | per second | of bare | p50 ms, alone | p50 ms | p99 ms | CPU µs each: ${processes.join(' | ')} |`,
      `| ${Array.from({ length: 6 + processes.length }, () => '---').join(' | ')} |`,
      ...rows,
    ].join('\n')
  } finally {
    await setting.stop()
  }
}
