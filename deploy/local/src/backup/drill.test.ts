import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { admin, endServices, planSuite, runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'

/** Several processes start, one after another, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }
const STOCK = 100_000
const names = ['identity', 'inventory', 'sales']

afterEach(async () => {
  endServices()
  await cleanUp()
})

type Suite = Awaited<ReturnType<typeof planSuite>>

const signIn = async (suite: Suite) => (await suite.call('identity', 'POST', '/api/auth/login', admin)).token

/** The hexadecimal digits of a column of bytes. */
async function sortNameOf(suite: Suite, id: string): Promise<string> {
  const db = openDatabase(suite.databaseUrl('inventory'))
  const { digits } = await db('medicines').where({ id }).first(db.raw('hex(sort_name) as digits'))
  await db.destroy()
  return digits
}

/** Sells one unit after another until it is stopped; returns the sales that were acknowledged, and when. */
function sellOn(suite: Suite, medicineId: string, token: string) {
  const stop = new AbortController()
  const acknowledged: { id: string; at: string }[] = []
  const selling = (async () => {
    while (!stop.signal.aborted) {
      const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 2.5 }
      const answer = await suite.request('sales', 'POST', '/api/transactions', body, token)
      const { _id: id } = (await answer.json()) as { _id: string }
      if (answer.status === 201) acknowledged.push({ id, at: new Date().toISOString() })
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

const databases = [
  ['the embedded database', () => [undefined, undefined]],
  ['MariaDB', () => ['backup', 'second'].map((name) => `${inject('mariaDbUrl')}${name}_${process.pid}`)],
] as const

describe.each(databases)('a backup on %s', (_, addresses) => {
  test('made while sales go on is a whole suite elsewhere', SLOW, async () => {
    const [here, there] = addresses()
    const suite = await planSuite(here)
    const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
    const ofBackup = { BACKUP_TO: to, BACKUP_KEY_FILE: key }
    const backup = (...args: string[]) => runProgram('backup/main.ts', args, { ...suite.env, ...ofBackup })
    await suite.start(...names)
    const token = await signIn(suite)
    const medicine = await suite.call(
      'inventory',
      'POST',
      '/api/medicines',
      { name: 'Dolo “650” 😀', category: 'Other', currentStock: STOCK, minStockLevel: 1, unitPrice: 2.5 },
      token,
    )
    const sales = sellOn(suite, medicine._id, token)
    await expect.poll(() => sales.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20)
    await backup('--new-key', key)
    expect(await backup()).toMatchObject({ code: 0 })
    await delay(200)
    await sales.stop()
    expect(await backup('--verify')).toMatchObject({ code: 0 })
    await suite.stop('sales', 'inventory', 'identity')

    const [file = ''] = readdirSync(to)
    const copy = await planSuite(there)
    const command = [join(to, file), '--key', key]
    // A service key was made there before: it is replaced, as is all that a backup holds.
    const restored = await runProgram('backup/restore-main.ts', command, copy.env)
    expect(restored.output).toMatch(/^Restored as of 2.+: identity, inventory, sales\.\n/)
    expect(restored.code).toBe(0)
    await copy.start(...names)
    const again = await signIn(copy)
    // An embedded inventory is read some milliseconds before sales: what was sold between is sent to it again.
    const reconcile = async () => (await runProgram('reconcile.ts', [], copy.env)).output
    await expect.poll(reconcile, { timeout: 60_000 }).toContain('Found 0 mismatches')

    const at = / of (2\S+Z): /.exec(restored.output)?.[1] ?? ''
    const before = sales.acknowledged.filter((sale) => sale.at < at)
    expect(before.length).toBeGreaterThan(20)
    for (const { id } of before) await copy.call('sales', 'GET', `/api/transactions/${id}`, undefined, again)
    const read = async <T>(service: string, path: string) =>
      (await copy.call(service, 'GET', path, undefined, again)) as T
    const { currentStock, name } = await read<{ currentStock: number; name: string }>(
      'inventory',
      `/api/medicines/${medicine._id}`,
    )
    expect(name).toBe('Dolo “650” 😀')
    expect(await sortNameOf(copy, medicine._id)).toBe(await sortNameOf(suite, medicine._id))
    expect(STOCK - currentStock).toBeGreaterThanOrEqual(before.length)
    expect(STOCK - currentStock).toBeLessThanOrEqual(sales.acknowledged.length)
  })
})
