import { resolve } from 'node:path'
import type { Alert, Medicine } from '@mms/contracts'
import {
  besideReplica,
  type OpenTestDatabase,
  openService,
  publishKeys,
  type ServiceProcess,
  startProcess,
  type TestDatabase,
  testDatabases,
  testTokens,
} from '@mms/service-kit/test-support'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definitionFor, openStore, type Store } from '../test/support.ts'

const services = resolve(import.meta.dirname, '../..')
const SLOW = { timeout: 120_000 }
const PATIENTLY = { timeout: 30_000, interval: 20 }

/** Real inventory and analytics processes; alerts follows in this one. */
describe.each(testDatabases())('beside inventory and analytics on $name', (database: TestDatabase) => {
  const tokens = testTokens()
  const admin = tokens.token({ role: 'admin' })
  const databases: OpenTestDatabase[] = []
  let keys: Awaited<ReturnType<typeof publishKeys>>
  let inventory: ServiceProcess
  let analytics: ServiceProcess
  let store: Store

  async function start(name: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const own = await database.open()
    databases.push(own)
    const common = { DATABASE_URL: own.url, JWKS_URL: keys.url, ...tokens.serviceSettings() }
    return startProcess(resolve(services, name, 'src/main.ts'), { ...common, ...env })
  }
  beforeAll(async () => {
    keys = await publishKeys(tokens)
    inventory = await start('inventory')
    analytics = await start('analytics', { INVENTORY_URL: inventory.url, SALES_URL: 'http://127.0.0.1:1' })
    const env = { INVENTORY_URL: inventory.url, ANALYTICS_URL: analytics.url }
    const now = new Date().toISOString()
    store = await openStore(database, { tokens, env, now, jobs: true, differing: { patienceMs: 20_000 } })
  }, SLOW.timeout)
  afterAll(async () => {
    await store.close()
    await Promise.all([inventory.kill(), analytics.kill()])
    keys.close()
    for (const each of databases) await each.close()
  })

  const body = { name: 'Dolo', category: 'Other', currentStock: 12, minStockLevel: 10, unitPrice: 2 }
  const alertsOf = async (name: string): Promise<Alert[]> =>
    (await store.list()).filter(({ message }) => message.startsWith(name))
  const move = (medicine: Medicine, type: string, quantity: number) =>
    inventory.put(`/internal/movements/${crypto.randomUUID()}`, {
      token: tokens.serviceToken('sales'),
      body: { medicineId: medicine._id, type, quantity },
    })

  test('a sale that reaches the minimum opens an alert, and a purchase closes it', SLOW, async () => {
    // What the test helper noted of the feed is not of this inventory: all is told anew.
    await expect.poll(async () => (await store.generate()).notes, PATIENTLY).toEqual([])
    const { body: medicine } = await inventory.post<Medicine>('/api/medicines', { token: admin, body })
    expect((await move(medicine, 'sale', 2)).status).toBe(200)
    await expect
      .poll(() => alertsOf('Dolo'), PATIENTLY)
      .toMatchObject([
        {
          type: 'low_stock',
          severity: 'low',
          status: 'new',
          medicineId: { _id: medicine._id, name: 'Dolo' },
        },
      ])
    await move(medicine, 'purchase', 50)
    await expect
      .poll(() => alertsOf('Dolo'), PATIENTLY)
      .toMatchObject([{ status: 'resolved', resolved: { by: null } }])
  })

  test('all is served and judged while the others are away, and the generation says so', SLOW, async () => {
    const { body: medicine } = await inventory.post<Medicine>('/api/medicines', {
      token: admin,
      body: { ...body, name: 'Calpol', currentStock: 0 },
    })
    await expect.poll(() => alertsOf('Calpol'), PATIENTLY).toMatchObject([{ type: 'low_stock' }])
    await Promise.all([inventory.kill(), analytics.kill()])
    const [alert] = (await alertsOf('Calpol')) as [Alert]
    expect(alert.medicineId).toEqual({ _id: medicine._id, name: 'Calpol' })
    expect((await store.put(alert._id, { status: 'read' })).status).toBe(200)
    const { notes } = await openLate()
    expect(notes).toEqual([
      'Inventory cannot be reached: stock is as it last told.',
      expect.stringMatching(/^Analytics cannot be reached: season and climate are as of /),
    ])
  })

  /** Another replica, which is not as patient. */
  async function openLate() {
    const env = { INVENTORY_URL: inventory.url, ANALYTICS_URL: analytics.url }
    const late = await openService(definitionFor(), besideReplica(store), { env, tokens })
    try {
      return await late.service.generate()
    } finally {
      await late.close()
    }
  }
})
