import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '@mms/service-kit'
import { type MariaDb, ofEveryProgram, startMariaDb } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endServices, planSuite } from '../../test/services.ts'
import { admin, cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { createKeyFile } from './archive.ts'

const run = promisify(execFile)
vi.setConfig({ testTimeout: 400_000 })
const root = resolve(import.meta.dirname, '../../../..')
const names = ['identity', 'inventory', 'sales']
const STOCK = 1_000
const PAGE_MOMENT = '2026-11-25 10:30:00'

/** The commands of the manual page, as an operator would copy them. */
const page = readFileSync(join(root, 'docs/backup.md'), 'utf8')
const [dump = '', restore = '', toMoment = ''] = [...page.matchAll(/^```\n([^`]*mariadb[^`]*)```$/gm)].map(
  ([, block = '']) => block,
)

let server: MariaDb
beforeEach(async () => {
  server = await startMariaDb({ options: ['--log-bin=log', '--server-id=1', '--binlog-format=ROW'] })
})
afterEach(async () => {
  endServices()
  await server.stop()
  await cleanUp()
})

/** Starts a suite on a server, which sells, and a shell for the operator. */
async function openShop() {
  const suite = await planSuite(server.url.replace(/\/$/, ''))
  const home = temporaryFolder()
  const { hostname, port, username, password } = new URL(server.url)
  const login = `host=${hostname}\nport=${port}\nuser=${username}\npassword=${password}`
  writeFileSync(join(home, '.my.cnf'), `[client]\n${login}\n`)
  await suite.start(...names)
  const { token } = await suite.call('identity', 'POST', '/api/auth/login', admin)
  const form = { name: 'Dolo', category: 'Other', currentStock: STOCK, minStockLevel: 1, unitPrice: 2.5 }
  const { _id: medicineId } = await suite.call('inventory', 'POST', '/api/medicines', form, token)
  return {
    suite,
    async sell(count: number) {
      for (let sold = 0; sold < count; sold += 1) {
        const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 2.5 }
        await suite.call('sales', 'POST', '/api/transactions', body, token)
      }
    },
    async type(commands: string) {
      const env = { ...ofEveryProgram(), ...suite.env, HOME: home, TZ: 'UTC', SUITE: root }
      const script = commands.replaceAll('npm run', 'npm --prefix "$SUITE" run')
      await run('bash', ['-e', '-o', 'pipefail', '-c', script], { cwd: home, env })
    },
  }
}

/** Returns the number of recorded sales. Throws if stock and ledger disagree. */
async function soldIn(suite: Awaited<ReturnType<typeof planSuite>>): Promise<number> {
  const [inventory, sales] = ['inventory', 'sales'].map((name) => openDatabase(suite.databaseUrl(name)))
  const [row] = (await sales?.('transactions').where({ status: 'completed' }).count({ count: '*' })) ?? []
  const [stock] = (await inventory?.('medicines').sum({ sum: 'current_stock' })) ?? []
  const [moved] = (await inventory?.('movements').sum({ sum: 'effect' })) ?? []
  await Promise.all([inventory?.destroy(), sales?.destroy()])
  const count = Number(row?.count)
  expect([Number(stock?.sum), Number(moved?.sum)]).toEqual([STOCK - count, STOCK - count])
  return count
}

test('the commands of the page bring a suite on a server back, and on to a moment', async () => {
  const { suite, sell, type } = await openShop()
  await sell(3)
  await type(dump)
  await sell(2)
  await delay(2_100 - (Date.now() % 1_000))
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ')
  await delay(1_000)
  await sell(4)
  await suite.stop(...names)

  // The later moment first, because a restore also writes to the server's log.
  expect(toMoment).toContain(PAGE_MOMENT)
  await type(toMoment.replace(PAGE_MOMENT, moment))
  expect(await soldIn(suite)).toBe(5)
  await type(restore)
  expect(await soldIn(suite)).toBe(3)
  await suite.start(...names)
  const { output } = await runProgram('commands/reconcile.ts', [], suite.env)
  expect(output).toContain('Found 0 mismatches')
})

test('the backup of a suite on a server has its keys, and says that databases are missing', async () => {
  const { suite } = await openShop()
  const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
  await createKeyFile(key)
  const env = { ...suite.env, BACKUP_TO: to, BACKUP_KEY_FILE: key }
  const made = await runProgram('backup/main.ts', [], env)
  expect(made.output).toMatch(/ the databases on the server are not: docs\/backup\.md shows how/)
  const [file = ''] = made.output.split(': ')
  const folder = temporaryFolder()
  const restored = await runProgram('backup/restore.ts', [file], { ...env, DATA_DIR: folder })
  expect(restored.output).toMatch(/^Restored as of 2.+: keys and published areas, no databases\.\n/)
  const keyOf = (data: string) => readFileSync(join(data, 'identity-sealing-key'), 'utf8')
  expect(keyOf(folder)).toBe(keyOf(suite.env.DATA_DIR))
  const wrong = await runProgram('backup/restore.ts', [file], {
    ...{ DATA_DIR: temporaryFolder(), BACKUP_KEY_FILE: key },
  })
  expect(wrong).toMatchObject({ code: 1, output: expect.stringMatching(/: set DATABASE_URL\.\n$/) })
})
