import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { MedicineState } from '@mms/contracts'
import type { Migration } from '@mms/service-kit'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { compare, cpuOfProcess, type Load, median, ratio, statementsOf, type Target } from './load.ts'
import { medicineOf, randomNumbers } from './medicines.ts'
import { root, startSellers } from './processes.ts'
import { createFiles, createSetting, type Setting } from './setting.ts'
import { line, table } from './table.ts'

const { BEFORE: before, ROUNDS: rounds = '6', SECONDS: seconds = '2' } = process.env
const MEDICINES = 1_000
const STOCK = 1_000_000
const every = ['mysql', 'sqlite'] as const
type Kind = (typeof every)[number]
const kinds = every.filter((kind) => (process.env.KIND ?? kind) === kind)

interface Side {
  name: string
  checkout: string
  batches: number
}

const sides: Side[] = [
  ...(before ? [{ name: 'before', checkout: before, batches: 1 }] : []),
  { name: 'one', checkout: root, batches: 1 },
  { name: 'five', checkout: root, batches: 5 },
]

async function sourcesOf(checkout: string) {
  const load = (file: string) => import(join(checkout, 'services', file))
  const [inventory, sales, store] = [
    await load('inventory/src/migrations/list.ts'),
    await load('sales/src/migrations/list.ts'),
    await load('inventory/src/medicines/store.ts'),
  ]
  return {
    migrations: { inventory: inventory.migrations as Migration[], sales: sales.migrations as Migration[] },
    insert: (db: Knex, medicines: MedicineState[]): Promise<void> =>
      store.createMedicineStore(db).insert(medicines),
  }
}

/** The batch without a number expires last. */
function batchesOf({ _id, createdAt, currentStock }: MedicineState, count: number) {
  const share = currentStock / count
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: at === 0 ? _id : v7(), medicine_id: _id, batch_number: at === 0 ? null : `B${at}` },
    ...{ expiry_date: `20${99 - at}-12-31`, status: 'available', stock: share, version: 1 },
    created_at: new Date(createdAt),
  }))
}

async function fill(db: Knex, { insert }: Awaited<ReturnType<typeof sourcesOf>>, count: number) {
  const random = randomNumbers(7)
  const ids: string[] = []
  for (let from = 0; from < MEDICINES; from += 100) {
    const medicines = Array.from({ length: 100 }, (_, at) => ({
      ...medicineOf(from + at, random, '2026-01-01'),
      ...{ currentStock: STOCK, expiryDate: count === 5 ? '2095-12-31' : '2099-12-31' },
    }))
    await insert(db, medicines)
    await db('batches').insert(medicines.flatMap((medicine) => batchesOf(medicine, count)))
    ids.push(...medicines.map(({ _id }) => _id))
  }
  return ids
}

async function createDatabase(setting: Setting, kind: Kind, name: string, migrations: Migration[]) {
  if (kind === 'mysql') return setting.createDatabase(name, migrations)
  return createFiles(setting.folder).createDatabase(name, migrations)
}

async function createTarget(setting: Setting, kind: Kind, side: Side): Promise<Target> {
  const sources = await sourcesOf(side.checkout)
  const inventory = await createDatabase(
    setting,
    kind,
    `inventory_${side.name}`,
    sources.migrations.inventory,
  )
  const ids = await fill(inventory.db, sources, side.batches)
  const sales = await createDatabase(setting, kind, `sales_${side.name}`, sources.migrations.sales)
  if (kind === 'sqlite') for (const { db } of [inventory, sales]) await db.destroy()
  const { env, headers, databasePid } = setting
  const urls = { inventory: inventory.url, sales: sales.url }
  const started = await startSellers(env, urls, side.checkout)
  let turn = 0
  return {
    url: `${started.sales.origin}/api/transactions`,
    method: 'POST',
    status: 201,
    headers: { 'content-type': 'application/json', ...headers },
    pids: { inventory: started.inventory.pid, sales: started.sales.pid, database: databasePid },
    statements: setting.statements,
    next: () => ({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        ...{ medicineId: ids[turn++ % ids.length], type: 'sale', quantity: 1, unitPrice: 12.5, note: '' },
      },
    }),
  }
}

function rowOf(kind: Kind, connections: number, loads: Record<string, Load[]>, name: string): string {
  const own = loads[name] ?? []
  const at = (pick: (load: Load) => number) => median(own.map(pick)).toFixed(1)
  const first = Object.values(loads)[0] ?? []
  const cells = [kind, connections, name, at((load) => load.perSecond), ratio(own, first)]
  cells.push(
    at((load) => load.p50),
    at((load) => load.p99),
    statementsOf(own, `inventory_${name}`),
  )
  cells.push(...['inventory', 'sales', 'database'].map((process) => cpuOfProcess(own, process)))
  return line(cells)
}

/**
 * Sales per second with one batch and with five. `BEFORE=<another checkout>` also measures that checkout in the
 * same rounds.
 */
export async function batches(): Promise<string> {
  const setting = await createSetting()
  const rows: string[] = []
  try {
    for (const kind of kinds) {
      const targets: Record<string, Target> = {}
      for (const side of sides) targets[side.name] = await createTarget(setting, kind, side)
      for (const connections of [16, 1]) {
        const plan = { connections, seconds: Number(seconds), rounds: Number(rounds) }
        const loads = await compare(targets, plan)
        for (const { name } of sides) rows.push(rowOf(kind, connections, loads, name))
      }
    }
  } finally {
    await setting.stop()
  }
  const heads = ['', 'connections', 'batches', 'sales/s', 'of first', 'p50 ms', 'p99 ms', 'statements']
  heads.push('inventory µs', 'sales µs', 'database µs')
  return table('Sales of medicines with batches', heads, rows)
}
