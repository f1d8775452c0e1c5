import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { endServices, planSuite } from '../../test/services.ts'
import { admin, cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './archive.ts'

const PATIENTLY = { timeout: 60_000, interval: 100 }
const STOCK = 100_000
const names = ['identity', 'inventory', 'sales']

afterEach(async () => {
  endServices()
  await cleanUp()
})

type Suite = Awaited<ReturnType<typeof planSuite>>

const signIn = async (suite: Suite, password = admin.password) =>
  (await suite.call('identity', 'POST', '/api/auth/login', { ...admin, password })).token

/** Starts a suite and prepares its commands. */
async function openShop() {
  const suite = await planSuite(undefined)
  const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
  await createKeyFile(key)
  const ofBackup = { BACKUP_TO: to, BACKUP_KEY_FILE: key }
  await suite.start(...names)
  return {
    suite,
    async backUp(...args: string[]): Promise<string> {
      const { code, output } = await runProgram('backup/main.ts', args, { ...suite.env, ...ofBackup })
      expect([code, output]).toEqual([0, expect.any(String)])
      return output.split(': ')[0] ?? ''
    },
    async restore(env: Record<string, string>, ...args: string[]): Promise<string> {
      const { code, output } = await runProgram('backup/restore.ts', args, { ...env, ...ofBackup })
      expect([code, output]).toEqual([0, expect.stringMatching(/^Restored as of 2/)])
      return output
    },
  }
}

async function addMedicine(suite: Suite, token: string): Promise<string> {
  const name = 'Dolo “650” 😀'
  const form = { name, category: 'Other', currentStock: STOCK, minStockLevel: 1, unitPrice: 2.5 }
  return (await suite.call('inventory', 'POST', '/api/medicines', form, token))._id
}

/** Sells until stopped. Returns acknowledged sales with their times. */
function sellOn(suite: Suite, medicineId: string, token: string) {
  const stop = new AbortController()
  const acknowledged: { id: string; at: string }[] = []
  const selling = (async () => {
    while (!stop.signal.aborted) {
      const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 2.5 }
      const { _id: id } = await suite.call('sales', 'POST', '/api/transactions', body, token)
      acknowledged.push({ id, at: new Date().toISOString() })
    }
  })()
  return {
    acknowledged,
    async stop() {
      stop.abort()
      await selling
    },
  }
}

/** Writes a published build like `npm run area -- publish`. */
function publishArea({ DATA_DIR = '' }: Record<string, string>): void {
  const source = join(DATA_DIR, 'areas/sales')
  mkdirSync(join(source, 'b1'), { recursive: true })
  mkdirSync(join(source, '.b2.1'))
  writeFileSync(join(source, 'b1/area.json'), '{"build":"b1"}')
  writeFileSync(
    join(DATA_DIR, 'areas.json'),
    JSON.stringify({ sales: { source, stable: 'b1' }, alerts: '/mf-alerts' }),
  )
}

test('a backup made while sales go on is a whole suite in another folder', async () => {
  const { suite, backUp, restore } = await openShop()
  const token = await signIn(suite)
  const medicineId = await addMedicine(suite, token)
  publishArea(suite.env)
  const sales = sellOn(suite, medicineId, token)
  await expect.poll(() => sales.acknowledged.length, PATIENTLY).toBeGreaterThan(20)
  const file = await backUp()
  await delay(200)
  await sales.stop()
  await backUp('--verify')
  await suite.stop('sales', 'inventory', 'identity')
  rmSync(suite.env.DATA_DIR, { recursive: true })

  const copy = await planSuite(undefined)
  const restored = await restore(copy.env, file)
  expect(restored).toMatch(/^Restored as of 2.+: identity, inventory, sales\.\n/)
  const folder = copy.env.DATA_DIR
  const list = JSON.parse(readFileSync(join(folder, 'areas.json'), 'utf8'))
  expect(list).toEqual({ sales: { source: join(folder, 'areas/sales'), stable: 'b1' }, alerts: '/mf-alerts' })
  expect(readFileSync(join(folder, 'areas/sales/b1/area.json'), 'utf8')).toBe('{"build":"b1"}')
  expect(existsSync(join(folder, 'areas/sales/.b2.1'))).toBe(false)

  await copy.start(...names)
  const again = await signIn(copy)
  const reconcile = async () => (await runProgram('commands/reconcile.ts', [], copy.env)).output
  await expect.poll(reconcile, PATIENTLY).toContain('Found 0 mismatches')
  const at = / of (2\S+Z): /.exec(restored)?.[1] ?? ''
  const before = sales.acknowledged.filter((sale) => sale.at < at)
  expect(before.length).toBeGreaterThan(20)
  for (const { id } of before) await copy.call('sales', 'GET', `/api/transactions/${id}`, undefined, again)
  const medicine = await copy.call('inventory', 'GET', `/api/medicines/${medicineId}`, undefined, again)
  const { currentStock, name } = medicine as unknown as { currentStock: number; name: string }
  expect(name).toBe('Dolo “650” 😀')
  expect(STOCK - currentStock).toBeGreaterThanOrEqual(before.length)
  expect(STOCK - currentStock).toBeLessThanOrEqual(sales.acknowledged.length)
})

test('inventory restored alone gets the sales of later back', async () => {
  const { suite, backUp, restore } = await openShop()
  const token = await signIn(suite)
  const sales = sellOn(suite, await addMedicine(suite, token), token)
  await expect.poll(() => sales.acknowledged.length, PATIENTLY).toBeGreaterThan(5)
  const file = await backUp()
  const earlier = sales.acknowledged.length
  await expect.poll(() => sales.acknowledged.length, PATIENTLY).toBeGreaterThan(earlier + 5)
  await sales.stop()
  // Killed, so that write-ahead logs of the replaced database remain.
  await suite.kill()
  const key = readFileSync(join(suite.env.DATA_DIR, 'service-callers.json'))
  expect(await restore(suite.env, file, '--only', 'inventory')).toMatch(
    /: inventory\.\nWhat was there before is in /,
  )
  expect(readFileSync(join(suite.env.DATA_DIR, 'service-callers.json'))).toEqual(key)
  expect(existsSync(join(suite.env.DATA_DIR, 'inventory.sqlite-wal'))).toBe(false)
  await suite.start(...names)
  const reconcile = async () => (await runProgram('commands/reconcile.ts', [], suite.env)).output
  await expect.poll(reconcile, PATIENTLY).toContain('Found 0 mismatches')
  const [medicine] = (await suite.call('inventory', 'GET', '/api/medicines', undefined, token)) as never as [
    { currentStock: number },
  ]
  expect(medicine.currentStock).toBe(STOCK - sales.acknowledged.length)
})

test('identity restored alone lets people in at services that know of revocations after the backup', async () => {
  const { suite, backUp, restore } = await openShop()
  const listed = async (token: string) =>
    (await suite.request('inventory', 'GET', '/api/medicines', undefined, token)).status
  const change = async (currentPassword: string, newPassword: string) => {
    const token = await signIn(suite, currentPassword)
    await suite.call('identity', 'POST', '/api/auth/password', { currentPassword, newPassword }, token)
  }
  const file = await backUp()
  const early = await signIn(suite)
  expect(await listed(early)).toBe(200)
  await change(admin.password, 'quite another password')
  await change('quite another password', 'and still another one')
  await expect.poll(() => listed(early), PATIENTLY).toBe(401)

  await suite.stop('identity')
  await restore(suite.env, file, '--only', 'identity')
  await suite.start('identity')
  expect(await listed(await signIn(suite))).toBe(200)
  expect(await listed(early)).toBe(401)
})
