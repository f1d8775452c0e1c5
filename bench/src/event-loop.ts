import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { LoginResponse, Medicine } from '@mms/contracts'
import { findFreePorts } from '@mms/service-kit/ports'
import { callerOf, type TestCaller } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { planGateway, planServices, shareProcesses } from '../../deploy/local/src/plan/plan.ts'
import { launch } from '../../deploy/local/src/process/launch.ts'
import { openDataFolder } from '../../deploy/local/src/setup/data-folder.ts'
import { serviceNames, writeServiceList } from '../../deploy/local/src/setup/service-list.ts'
import { sell } from './after-sales.ts'
import { createAnalyticsDatabase, forecastSeconds } from './business-days.ts'
import { root } from './processes.ts'
import { createFiles } from './setting.ts'
import { line, table } from './table.ts'

const MEDICINES = 10_000
const TRANSACTIONS = 500_000
const ROUNDS = 20
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

const paths = [
  ...['last-week', 'last-month', 'last-quarter', 'last-year'].map(
    (period) => `/api/reports?period=${period}`,
  ),
  '/api/medicines/climate-demand',
]

async function openShop() {
  const folder = mkdtempSync(join(tmpdir(), 'mms-bench-'))
  const data = openDataFolder(folder)
  const [port = 0, operationsPort = 0, ...ports] = await findFreePorts(serviceNames.length + 2)
  const config = {
    ...{ PORT: port, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'error' as const },
    ...{ BACKUP_HOURS: 24, BACKUP_KEEP: 14 },
  }
  const context = {
    root,
    data,
    config: { ...config, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  }
  const [areasFile, servicesFile] = [join(folder, 'areas.json'), join(folder, 'services.json')]
  writeFileSync(areasFile, '{}')
  writeServiceList(servicesFile, ports)
  const services = await planServices(context, ports)
  const files = { areasFile, servicesFile, operationsPort }
  const gateway = await planGateway(context, ports, { shell: undefined, areas: {} }, files)
  const away = {
    INVENTORY_URL: 'http://127.0.0.1:9',
    SALES_URL: 'http://127.0.0.1:9',
    ALERTS_URL: 'http://127.0.0.1:9',
  }
  for (const { name, env } of services) if (name === 'analytics') Object.assign(env, away)
  gateway.env.WRITES_PER_SECOND = '0'
  const { db } = await createAnalyticsDatabase(createFiles(folder), 'analytics', MEDICINES, TRANSACTIONS)
  const onOutput = (chunk: Buffer) => void process.stderr.write(chunk)
  const options = { onOutput, onMessage: () => {} }
  const children = shareProcesses(root, [...services, gateway]).map((plan) => launch(plan, options))
  await Promise.all(children.map(({ ready }) => ready))
  return {
    db,
    url: `http://127.0.0.1:${port}`,
    metrics: `http://127.0.0.1:${operationsPort}/metrics`,
    async stop() {
      for (const child of children) child.kill('SIGTERM')
      await Promise.all(children.map(({ ended }) => ended))
      await db.destroy()
      rmSync(folder, { recursive: true })
    },
  }
}

const milliseconds = (text: string, name: string) =>
  Math.round(
    Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)$`, 'm').exec(text)?.[1]) * 1_000,
  )

/** Values since the previous call. */
async function lag(metrics: string): Promise<{ p99: number; max: number }> {
  const text = await (await fetch(metrics)).text()
  return { p99: milliseconds(text, 'p99'), max: milliseconds(text, 'max') }
}

async function sellUntil(gateway: TestCaller, token: string, medicineId: string, stop: AbortSignal) {
  const times: number[] = []
  while (!stop.aborted) {
    const began = performance.now()
    const { status } = await gateway.post('/api/transactions', {
      token,
      headers: { 'idempotency-key': randomUUID() },
      body: { medicineId, type: 'sale', quantity: 1, unitPrice: 10 },
    })
    if (status !== 201) throw new Error(`A sale answered ${status}`)
    times.push(performance.now() - began)
    await delay(20)
  }
  return times.sort((a, b) => a - b)
}

/** A sale before each report defeats the cache. */
async function askReports(gateway: TestCaller, token: string, db: Knex): Promise<void> {
  const ids: string[] = await db('medicines').orderBy('id').limit(ROUNDS).pluck('id')
  for (const [round, id] of ids.entries()) {
    for (const path of paths) {
      await sell(db, id, round)
      const { status } = await gateway.get(path, { token })
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
  }
}

export async function eventLoop(): Promise<string> {
  const shop = await openShop()
  try {
    const gateway = callerOf(shop.url)
    const { token } = (await gateway.post<LoginResponse>('/api/auth/login', { body: admin })).body
    const amounts = { currentStock: 1_000_000, minStockLevel: 5, unitPrice: 10 }
    const body = { name: 'Sold', category: 'Vitamins', ...amounts }
    const { _id } = (await gateway.post<Medicine>('/api/medicines', { token, body })).body
    const rows: string[] = []
    const during = async (title: string, work: () => Promise<unknown>) => {
      const closing = new AbortController()
      await lag(shop.metrics)
      const selling = sellUntil(gateway, token, _id, closing.signal)
      await work()
      const { p99, max } = await lag(shop.metrics)
      closing.abort()
      const times = await selling
      const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? Number.NaN)
      rows.push(line([title, p99, max, times.length, at(0.5), at(0.99)]))
    }
    await during('forecasts of all', () => forecastSeconds(shop.db, performance.now()))
    await during(`${ROUNDS * paths.length} reports, each after a sale`, () =>
      askReports(gateway, token, shop.db),
    )
    await during('nothing', () => delay(10_000))
    return table(
      `The process of the counter, ${MEDICINES} medicines and ${TRANSACTIONS} transactions on the embedded database, one counter`,
      ['meanwhile', 'event loop late by, p99 ms', 'at most', 'sales', 'p50 ms', 'p99'],
      rows,
    )
  } finally {
    await shop.stop()
  }
}
