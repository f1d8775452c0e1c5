import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '@mms/service-kit'
import { type MariaDb, startMariaDb } from '@mms/service-kit/test-support'
import { afterEach, expect, test } from 'vitest'
import { admin, endServices, planSuite, runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'

/** Several processes start, one after another, on a machine that may be busy. */
const SLOW = { timeout: 400_000 }
const STOCK = 100_000
const names = ['identity', 'inventory', 'sales']
const LOGGING = ['--log-bin=log', '--server-id=1', '--binlog-format=ROW', '--binlog-checksum=CRC32']

const servers: MariaDb[] = []
afterEach(async () => {
  endServices()
  for (const server of servers.splice(0)) await server.stop()
  await cleanUp()
})

async function startServer(options: string[]): Promise<MariaDb> {
  const server = await startMariaDb({ options })
  servers.push(server)
  return server
}

/** A suite that sells, and its backup commands. */
async function openShop(databaseUrl: string | undefined) {
  const suite = await planSuite(databaseUrl)
  const [to, key] = [temporaryFolder(), join(temporaryFolder(), 'key')]
  await runProgram('backup/main.ts', ['--new-key', key], {})
  const env = { ...suite.env, BACKUP_TO: to, BACKUP_KEY_FILE: key }
  await suite.start(...names)
  const token = (await suite.call('identity', 'POST', '/api/auth/login', admin)).token
  const form = { name: 'Dolo', category: 'Other', currentStock: STOCK, minStockLevel: 1, unitPrice: 2.5 }
  const { _id: medicineId } = await suite.call('inventory', 'POST', '/api/medicines', form, token)
  const sell = async (count: number) => {
    const ids: string[] = []
    for (let sold = 0; sold < count; sold += 1) {
      const body = { medicineId, type: 'sale', quantity: 1, unitPrice: 2.5 }
      ids.push((await suite.call('sales', 'POST', '/api/transactions', body, token))._id)
    }
    return ids
  }
  const backup = async (...args: string[]) => {
    const { code, output } = await runProgram('backup/main.ts', args, env)
    expect([code, output]).toEqual([0, expect.any(String)])
  }
  /** A whole second between what was before and what comes. */
  const moment = async () => {
    await delay(2_100 - (Date.now() % 1_000))
    const now = `${new Date().toISOString().slice(0, 19)}Z`
    await delay(1_000)
    return now
  }
  return { suite, to, env, key, medicineId, sell, backup, moment }
}

type Suite = Awaited<ReturnType<typeof planSuite>>

/** The sales that a suite holds, in their order; throws where its ledger does not agree with them. */
async function booksOf(suite: Suite): Promise<string[]> {
  const [inventory, sales] = [
    openDatabase(suite.databaseUrl('inventory')),
    openDatabase(suite.databaseUrl('sales')),
  ]
  try {
    const ids = await sales('transactions').where({ status: 'completed' }).orderBy('id').pluck('id')
    const [stock] = await inventory('medicines').sum({ sum: 'current_stock' })
    const [moved] = await inventory('movements').sum({ sum: 'effect' })
    expect([Number(stock?.sum), Number(moved?.sum)]).toEqual([STOCK - ids.length, STOCK - ids.length])
    return ids
  } finally {
    await inventory.destroy()
    await sales.destroy()
  }
}

async function reconciled(suite: Suite): Promise<void> {
  await suite.start(...names)
  const reconcile = async () => (await runProgram('reconcile.ts', [], suite.env)).output
  await expect.poll(reconcile, { timeout: 60_000 }).toContain('Found 0 mismatches')
}

const firstOf = (folder: string) => join(folder, readdirSync(folder).toSorted()[0] ?? '')

test('increments of embedded databases lead to a moment between sales', SLOW, async () => {
  const { suite, to, env, key, sell, backup, moment } = await openShop(undefined)
  const early = await sell(5)
  await backup('--increment')
  early.push(...(await sell(5)))
  await backup('--increment')
  const until = await moment()
  await sell(5)
  await backup('--increment')
  await suite.stop(...names)

  const copy = await planSuite(undefined)
  const command = [firstOf(to), '--until', until]
  const restored = await runProgram('backup/restore-main.ts', command, { ...copy.env, BACKUP_KEY_FILE: key })
  expect(restored.output).toMatch(/^Restored as of 2.+: identity, inventory, sales\.\n/)
  await reconciled(copy)
  expect(await booksOf(copy)).toEqual(early.toSorted())
  expect(env.DATA_DIR).not.toBe(copy.env.DATA_DIR)
})

test('the binary log of a server leads to a moment between sales', SLOW, async () => {
  const server = await startServer(LOGGING)
  const { suite, to, env, sell, backup, moment } = await openShop(`${server.url}shop`)
  const early = await sell(5)
  await backup()
  early.push(...(await sell(5)))
  const until = await moment()
  await sell(5)
  const db = openDatabase(`${server.url}mysql`)
  const [[{ Position: sold }]] = await db.raw('show master status')
  const later = await moment()
  await suite.stop(...names)
  const restore = (...args: string[]) => runProgram('backup/restore-main.ts', [firstOf(to), ...args], env)

  // Copies of the log, of which one is changed, and one is missing.
  const [[{ base }]] = await db.raw('select @@log_bin_basename as base')
  await db.raw('flush binary logs')
  await db.raw('flush binary logs')
  await db.destroy()
  const copies = temporaryFolder()
  const logs = readdirSync(dirname(base)).filter((name) => /^log\.\d+$/.test(name))
  await mkdir(copies, { recursive: true })
  for (const name of logs) await cp(join(dirname(base), name), join(copies, name))
  const fromCopies = (moment: string) => restore('--until', moment, '--binary-log', copies)
  const changed = join(copies, logs[0] ?? '')
  const good = readFileSync(changed)
  const bytes = Buffer.from(good)
  // In the commit of the last sale: what is written after that moment is not read.
  const place = sold - 8
  bytes.writeUInt8(bytes.readUInt8(place) ^ 16, place)
  writeFileSync(changed, bytes)
  expect(await fromCopies(later)).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^(The binary log cannot be replayed: .+)\n$/),
  })
  writeFileSync(changed, good)
  rmSync(join(copies, logs[1] ?? ''))
  const gap = await fromCopies(until)
  expect(gap.output).toMatch(
    /^The binary log in .+ is not whole: it goes from log\.000001 on without a gap\.\n$/,
  )
  expect((await booksOf(suite)).length).toBe(15)

  const restored = await restore('--until', until)
  expect(restored.output).toMatch(/^Restored as of 2.+: identity, inventory, sales\.\n/)
  await reconciled(suite)
  expect(await booksOf(suite)).toEqual(early.toSorted())
  await suite.stop(...names)

  await moment()
  const twice = await restore('--until', await moment())
  expect(twice.output).toMatch(/^A backup was restored between .+: restore one that was made after that\.\n$/)
  expect(await booksOf(suite)).toEqual(early.toSorted())
})

test('a server without a binary log says that it has none', SLOW, async () => {
  const server = await startServer([])
  const { suite, to, env, sell, backup, moment } = await openShop(`${server.url}shop`)
  await sell(1)
  await backup()
  const until = await moment()
  await suite.stop(...names)
  const { output, code } = await runProgram('backup/restore-main.ts', [firstOf(to), '--until', until], env)
  expect(output).toMatch(/^The backup .+ ends where it was made: there is no binary log to go on by .+\n$/)
  expect(code).toBe(1)
  expect(await booksOf(suite)).toHaveLength(1)
})
