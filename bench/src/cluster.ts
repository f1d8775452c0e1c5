import { randomUUID } from 'node:crypto'
import { createLogger, migrate, openDatabase } from '@mms/service-kit'
import { type Galera, startGalera } from '@mms/service-kit/test-support'
import { migrations as salesMigrations } from '../../services/sales/src/migrations/list.ts'
import { compare, type Load, median, ratio, type Target } from './load.ts'
import { createInventoryDatabase, fillShelves } from './medicines.ts'
import { startSellers } from './processes.ts'
import { createSetting, type Setting } from './setting.ts'
import { line, table } from './table.ts'

const MEDICINES = 1_000
const plan = { connections: 16, seconds: 4, rounds: 6 }
const titles = { server: 'MariaDB alone', one: 'Galera, one node', three: 'Galera, three nodes' }
type Name = keyof typeof titles

const on = (galera: Galera): Pick<Setting, 'createDatabase'> => ({
  async createDatabase(name, migrations) {
    await galera.nodes[0]?.statement(`create database ${name}`)
    const url = galera.url(name)
    const db = openDatabase(url)
    await migrate(db, migrations, { log: createLogger({ name: 'bench', level: 'warn' }) })
    return { url, db }
  },
})

async function openTarget(
  place: Pick<Setting, 'createDatabase'>,
  { env, headers }: Setting,
): Promise<Target> {
  const { ids, db, url } = await createInventoryDatabase(place, MEDICINES)
  await fillShelves(db, 1_000_000)
  const sales = await place.createDatabase('sales', salesMigrations)
  const started = await startSellers(env, { inventory: url, sales: sales.url })
  await Promise.all([db.destroy(), sales.db.destroy()])
  let turn = 0
  const sale = () => ({ medicineId: ids[turn++ % ids.length], type: 'sale', quantity: 1, unitPrice: 12.5 })
  return {
    url: `${started.sales.origin}/api/transactions`,
    method: 'POST',
    status: 201,
    headers: { 'content-type': 'application/json', ...headers },
    pids: { sales: started.sales.pid },
    next: () => ({ headers: { 'idempotency-key': randomUUID() }, body: { ...sale(), note: '' } }),
  }
}

async function sentBy({ nodes: [node] }: Galera) {
  const number = async (variable: string) => Number(await node?.statusOf(variable))
  return { bytes: await number('replicated_bytes'), sets: await number('replicated') }
}

const row = (name: Name, loads: Record<Name, Load[]>): string => {
  const at = (pick: (load: Load) => number) => Math.round(median(loads[name].map(pick)))
  const cells = [titles[name], at(({ perSecond }) => perSecond), ratio(loads[name], loads.server)]
  return line([...cells, at(({ p50 }) => p50), at(({ p99 }) => p99)])
}

export async function cluster(): Promise<string> {
  const setting = await createSetting()
  const [one, three] = await Promise.all([
    startGalera({ count: 1, durable: true }),
    startGalera({ count: 3, durable: true }),
  ])
  try {
    const targets: Record<Name, Target> = {
      server: await openTarget(setting, setting),
      one: await openTarget(on(one), setting),
      three: await openTarget(on(three), setting),
    }
    const before = await sentBy(three)
    const loads = await compare(targets, plan)
    const after = await sentBy(three)
    const sold = loads.three.reduce((sum, { perSecond }) => sum + perSecond * plan.seconds, 0)
    const each = (total: number) => Math.round((total / sold) * 10) / 10
    const title = `A sale on a cluster, ${plan.connections} connections, every commit flushed, all on one machine`
    const rows = (Object.keys(titles) as Name[]).map((name) => row(name, loads))
    const sets = each(after.sets - before.sets)
    const bytes = Math.round(each(after.bytes - before.bytes))
    return `${table(title, ['', 'per second', 'of MariaDB alone', 'p50 ms', 'p99 ms'], rows)}

About ${sets} write sets and ${bytes} bytes sent for each sale.`
  } finally {
    await setting.stop()
    await Promise.all([one.stop(), three.stop()])
  }
}
