import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Alert, alertSeverities, alertStatuses, alertTypes, type Medicine } from '@mms/contracts'
import { callerOf, type TestAnswer } from '@mms/service-kit/test-support'
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { createCountStore } from '../../services/alerts/src/alerts/count-store.ts'
import { createAlertStore } from '../../services/alerts/src/alerts/store.ts'
import { migrations } from '../../services/alerts/src/migrations/list.ts'
import { migrations as salesMigrations } from '../../services/sales/src/migrations/list.ts'
import { latencies } from './latencies.ts'
import { median } from './load.ts'
import { createInventoryDatabase } from './medicines.ts'
import { startProgram, startSellers } from './processes.ts'
import { createSetting, type Setting } from './setting.ts'

const MEDICINES = 10_000
const ALERTS = 1_000_000
const BATCH = 2_000
const SALES = 50
const AWAY = 'http://127.0.0.1:9'
const paths = {
  'first page': '/api/alerts?limit=50',
  'new ones': '/api/alerts?limit=50&status=new',
  'one type, one severity': '/api/alerts?limit=50&type=expiry&severity=low',
  'resolved of one type': '/api/alerts?limit=50&status=resolved&type=low_stock',
  recent: '/api/alerts/recent',
  summary: '/api/alerts/summary',
}

const megabytes = (pid: number, what: 'VmHWM' | 'VmRSS') =>
  Math.round(
    Number(new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
  )

/** The body of a good answer. */
async function bodyOf<T>(asked: Promise<TestAnswer<T>>): Promise<T> {
  const { status, body } = await asked
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body
}

async function generation(setting: Setting, origin: string, pid: number, db: Knex): Promise<string> {
  // The first generation may run before inventory's data arrives; the next one then follows at once.
  const isThrough = async () =>
    (await db('feed_cursors').whereNotNull('last_event_id').first('name')) !== undefined &&
    (await db('alerts').first('id')) !== undefined &&
    (await db('leases').whereNull('holder').whereNotNull('finished_at').first('name')) !== undefined
  while (!(await isThrough())) await delay(100)
  for (const table of ['alerts', 'alert_counts', 'outbox']) await db(table).delete()
  const lines: string[] = []
  for (const name of ['every alert is new', 'nothing changes']) {
    const began = performance.now()
    const generated = callerOf(origin).post<{ message: string }>('/api/alerts/generate', {
      token: setting.token(),
    })
    const { message } = await bodyOf(generated)
    lines.push(`- ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s (${message.split('.')[0]})`)
  }
  const memory = `${megabytes(pid, 'VmHWM')} MiB at most, ${megabytes(pid, 'VmRSS')} after`
  return [`## Generation over ${MEDICINES} medicines`, '', ...lines, `- resident: ${memory}`].join('\n')
}

async function saleToAlert(setting: Setting, origins: Record<'inventory' | 'sales' | 'alerts', string>) {
  const token = setting.token()
  const times: number[] = []
  for (let index = 0; index < SALES; index += 1) {
    const form = {
      name: `Sold ${index}`,
      category: 'Other',
      currentStock: 11,
      minStockLevel: 10,
      unitPrice: 1,
    }
    const added = callerOf(origins.inventory).post<Medicine>('/api/medicines', { token, body: form })
    const medicine = await bodyOf(added)
    const sale = { medicineId: medicine._id, type: 'sale', quantity: 1, unitPrice: 1 }
    const began = performance.now()
    await bodyOf(callerOf(origins.sales).post('/api/transactions', { token, body: sale }))
    const isShown = async () => {
      const page = await bodyOf(callerOf(origins.alerts).get<Alert[]>('/api/alerts?limit=5', { token }))
      return page.some(({ medicineId }) => medicineId?._id === medicine._id)
    }
    while (!(await isShown())) await delay(10)
    times.push(performance.now() - began)
  }
  const [middle, worst] = [median(times), Math.max(...times)].map(Math.round)
  return `## From a sale to its alert, ${SALES} times\n\nmedian ${middle} ms, at most ${worst} ms`
}

/** Nine in ten are resolved, as in a store after years of use. */
async function fill(db: Knex): Promise<void> {
  const start = Date.now() - ALERTS * 60_000
  for (let from = 0; from < ALERTS; from += BATCH) {
    const alerts = Array.from({ length: BATCH }, (_, offset) => {
      const index = from + offset
      const at = new Date(start + index * 60_000)
      const status = index % 10 ? ('resolved' as const) : (alertStatuses[(index / 10) % 2] as 'new' | 'read')
      const type = alertTypes[index % alertTypes.length] as string
      const severity = alertSeverities[Math.floor(index / 7) % 3] as 'high'
      return {
        ...{ id: v7({ msecs: at.getTime() }), medicineId: v7(), cause: type, type, severity, status },
        ...{ message: `Medicine ${index} – Low: 3 left (min 10)`, snoozedUntil: null, quiet: false },
        ...{ createdAt: at, renewedAt: at, resolvedAt: status === 'resolved' ? at : null, resolvedBy: null },
      }
    })
    await db.transaction(async (trx) => {
      await createAlertStore(trx).insert(alerts)
      await createCountStore(trx).apply(alerts.map((after) => ({ before: null, after })))
    })
  }
  await db.raw('analyze table alerts')
}

export async function alerts(): Promise<string> {
  const setting = await createSetting()
  const { env } = setting
  try {
    const stock = await createInventoryDatabase(setting, MEDICINES)
    const own = await setting.createDatabase('alerts', migrations)
    const sold = await setting.createDatabase('sales', salesMigrations)
    const { inventory, sales } = await startSellers(env, { inventory: stock.url, sales: sold.url })
    const service = await startProgram('services/alerts/src/main.ts', {
      ...env,
      DATABASE_URL: own.url,
      INVENTORY_URL: inventory.origin,
      ANALYTICS_URL: AWAY,
    })
    const generated = await generation(setting, service.origin, service.pid, own.db)
    const origins = { inventory: inventory.origin, sales: sales.origin, alerts: service.origin }
    const followed = await saleToAlert(setting, origins)
    await fill(own.db)
    const title = `Lists over ${ALERTS} alerts`
    const listed = await latencies(title, service.origin, setting.headers, paths)
    return [generated, followed, listed].join('\n\n')
  } finally {
    await setting.stop()
  }
}
