import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { findFreePort } from '@mms/service-kit/ports'
import { migrations as salesMigrations } from '../../services/sales/src/migrations/list.ts'
import { load } from './load.ts'
import { createInventoryDatabase, fillShelves } from './medicines.ts'
import { root, startProgram, startSellers } from './processes.ts'
import { p99Served, readServed } from './served.ts'
import { createSetting, type Setting } from './setting.ts'
import { line, table } from './table.ts'

const attackNames = [
  'nothing',
  'five times the load',
  '128 bodies announced, with a token',
  '4,000 half-open connections',
  '1,000 dribble headers',
  '280 slow readers of all medicines',
  'a flood of long paths',
  'a flood of files',
] as const
export type AttackName = (typeof attackNames)[number]

export interface AttackData {
  name: AttackName
  origin: string
  authorizations: string[]
  medicineIds: string[]
  perSecond: number
}

/** Requests of attackers only. Excluded, because attackers may read slowly on purpose. */
const ownSeries: Partial<Record<AttackName, RegExp>> = {
  '280 slow readers of all medicines':
    /method="GET"(?=.*route="\/api\/medicines")|route="\/api\/medicines"(?=.*method="GET")/,
}

const MEDICINES = 5_000
const COUNTERS = 10
const PAUSE_MS = 500
const SECONDS = Number(process.env.SECONDS ?? 8)
const TIMEOUT_MS = 10_000

const files = join(root, 'docs')

async function startSuite(setting: Setting) {
  const { env, createDatabase, listServices } = setting
  const { url, db, ids } = await createInventoryDatabase(setting, MEDICINES)
  await fillShelves(db, 1_000_000)
  const sales = await createDatabase('sales', salesMigrations)
  const started = await startSellers(env, { inventory: url, sales: sales.url })
  const urls = await listServices({ inventory: started.inventory.origin, sales: started.sales.origin })
  const operationsPort = await findFreePort()
  const { origin } = await startProgram(
    'gateway/src/main.ts',
    { ...env, ...urls, LOG_LEVEL: 'info', SHELL_DIR: files, OPS_PORT: String(operationsPort) },
    before,
  )
  return { origin, ids, metricsUrl: `http://127.0.0.1:${operationsPort}/metrics` }
}

/** Another checkout, to measure its gateway instead. */
const before = process.env.BEFORE
type Suite = Awaited<ReturnType<typeof startSuite>>

interface Sold {
  statuses: Record<string, number>
  times: number[]
}

async function sell({ origin, ids }: Suite, authorization: string, sold: Sold): Promise<void> {
  const begun = performance.now()
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const medicineId = ids[Math.floor(Math.random() * ids.length)]
  const body = JSON.stringify({ medicineId, type: 'sale', quantity: 1, unitPrice: 1, note: '' })
  const answer = await fetch(`${origin}/api/transactions`, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined)
  await answer?.arrayBuffer().catch(() => undefined)
  const status = answer?.status ?? 'broken'
  sold.statuses[status] = (sold.statuses[status] ?? 0) + 1
  if (answer?.ok) sold.times.push(performance.now() - begun)
}

async function sellFor(suite: Suite, counters: string[], seconds: number): Promise<Sold> {
  const sold: Sold = { statuses: {}, times: [] }
  const until = performance.now() + seconds * 1_000
  const sellAs = async (authorization: string) => {
    while (performance.now() < until) {
      await Promise.all([sell(suite, authorization, sold), delay(PAUSE_MS)])
    }
  }
  await Promise.all(counters.map(sellAs))
  return sold
}

const p99 = (times: number[]) => {
  const time = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]
  return time === undefined ? 'none' : Math.round(time)
}
const write = (statuses: Record<string, number>) =>
  Object.entries(statuses)
    .map(([status, times]) => `${times} × ${status}`)
    .join(', ')

/** Seconds until a sale is as fast as the slowest one before the attack. */
async function recovery(suite: Suite, counter: string, slowest: number): Promise<string> {
  const begun = performance.now()
  for (;;) {
    const sold: Sold = { statuses: {}, times: [] }
    await sell(suite, counter, sold)
    const seconds = (performance.now() - begun) / 1_000
    if ((sold.times[0] ?? Number.POSITIVE_INFINITY) <= slowest) return seconds.toFixed(1)
    if (seconds > 30) return 'over 30'
  }
}

async function underAttack(suite: Suite, data: AttackData, counters: string[]): Promise<string> {
  const alone = await sellFor(suite, counters, SECONDS)
  const read = () => readServed(suite.metricsUrl, ownSeries[data.name])
  const servedBefore = await read()
  const attack = new Worker(new URL('./flood-attacks.ts', import.meta.url), { workerData: data })
  await delay(2_000)
  const sold = await sellFor(suite, counters, SECONDS)
  attack.postMessage('stop')
  const [{ statuses, times }] = (await once(attack, 'message')) as [Sold]
  await once(attack, 'exit')
  const served = p99Served(servedBefore, await read())
  const back = await recovery(suite, counters[0] as string, Math.max(...alone.times))
  const rate = Math.round((100 * sold.times.length) / alone.times.length)
  const others = [`${rate} %`, p99(alone.times), p99(sold.times), write(sold.statuses)]
  return line([data.name, ...others, write(statuses), p99(times), served, back])
}

export async function flood(): Promise<string> {
  const setting = await createSetting()
  try {
    const suite = await startSuite(setting)
    const people = (count: number) => Array.from({ length: count }, () => `Bearer ${setting.token()}`)
    const [counters, attackers] = [people(COUNTERS), people(8)]
    await sellFor(suite, counters, 3)
    const target = { url: `${suite.origin}/api/transactions`, method: 'POST' as const, status: 201, pids: {} }
    const next = () => ({
      headers: {
        authorization: attackers[Math.floor(Math.random() * attackers.length)] as string,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: { medicineId: suite.ids[0], type: 'sale', quantity: 1, unitPrice: 1, note: '' },
    })
    const { perSecond } = await load({ ...target, next }, 32, 4)
    const rows: string[] = []
    const asked = process.env.ATTACK
    for (const name of attackNames) {
      if (asked && !name.includes(asked)) continue
      const data = {
        name,
        origin: suite.origin,
        authorizations: attackers,
        medicineIds: suite.ids,
        perSecond: 5 * perSecond,
      }
      rows.push(await underAttack(suite, data, counters))
      console.log(rows.at(-1))
    }
    const heads = [
      'Attack',
      'sales of their rate alone',
      'p99 alone, ms',
      'p99',
      'answers',
      'the attacker’s answers',
    ]
    heads.push('p99 ms', 'p99 of all served but the attacker’s own, by the gateway, s', 'recovered after s')
    const title = `Sales of ${COUNTERS} counters beside an attack, of at most ${Math.round(perSecond)} sales a second`
    return table(title, heads, rows)
  } finally {
    await setting.stop()
  }
}
