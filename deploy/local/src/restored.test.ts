import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { findFreePorts } from '@mms/service-kit/ports'
import { ofEveryProgram } from '@mms/service-kit/test-support'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { cleanUp, temporaryFolder } from '../test/support.ts'
import type { LocalConfig } from './config.ts'
import { databaseOf, planServices, prepareDatabases } from './plan.ts'
import { openDataFolder } from './setup/data-folder.ts'
import { lockDataFolder } from './setup/lock.ts'
import { serviceNames } from './setup/service-list.ts'

/** Several processes start, one after another, on a machine that may be busy. */
const SLOW = { timeout: 300_000 }
const PATIENTLY = { timeout: 60_000, interval: 100 }
const root = resolve(import.meta.dirname, '../../..')
const admin = { email: 'owner@pharmacy.test', password: 'a long enough password' }

const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await cleanUp()
})

/** Runs the command as npm does, with the settings of the suite. */
async function runCommand(args: string[], env: Record<string, string>) {
  const program = join(import.meta.dirname, 'restored.ts')
  const child = spawn(process.execPath, [program, ...args], { env: { ...ofEveryProgram(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, output }
}

/** The services of a suite as `npm start` plans them, without gateway and front ends. */
async function planSuite(databaseUrl: string | undefined) {
  const config: LocalConfig = {
    ...{ PORT: 1, HOST: '127.0.0.1', DATA_DIR: temporaryFolder(), LOG_LEVEL: 'warn' },
    ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, DATABASE_URL: databaseUrl },
  }
  const places = { root, config, data: openDataFolder(config.DATA_DIR) }
  await prepareDatabases(places)
  const ports = await findFreePorts(serviceNames.length)
  const plans = await planServices(places, ports)
  const urlOf = (name: string) => `http://127.0.0.1:${ports[serviceNames.indexOf(name)]}`
  const running = new Map<string, ChildProcess>()
  return {
    env: { DATA_DIR: config.DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
    databaseUrl: (name: string) => databaseOf(places, name),
    async start(...names: string[]) {
      for (const { name, file, env } of plans.filter((plan) => names.includes(plan.name))) {
        const child = fork(file, { execArgv: [], env: env as NodeJS.ProcessEnv, stdio: 'inherit' })
        children.push(child)
        running.set(name, child)
        await new Promise((ready) =>
          child.on('message', ({ type }: { type: string }) => type === 'ready' && ready(0)),
        )
      }
    },
    async stop(...names: string[]) {
      for (const name of names) {
        const child = running.get(name) as ChildProcess
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
    },
    async call(service: string, method: string, path: string, body: object, token?: string) {
      const answer = await fetch(urlOf(service) + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      })
      expect(answer.ok).toBe(true)
      return answer.json() as Promise<{ _id: string; token: string }>
    },
  }
}

/** A copy of a database whose service is stopped, and how it is brought back. */
async function backUp(url: string): Promise<() => Promise<void>> {
  if (url.startsWith('sqlite:')) {
    const file = url.slice('sqlite:'.length)
    const folder = join(temporaryFolder(), 'backup')
    mkdirSync(folder)
    copyFileSync(file, join(folder, 'copy'))
    return async () => copyFileSync(join(folder, 'copy'), file)
  }
  const db = openDatabase(url, { poolSize: 1 })
  await db.raw('set foreign_key_checks = 0')
  const database = new URL(url).pathname.slice(1)
  const copy = `${database}_backup`
  // A generated column cannot be written.
  const columns: { table: string; column: string }[] = await db('information_schema.columns')
    .where({ table_schema: database })
    .whereNot('extra', 'like', '%GENERATED%')
    .select({ table: 'table_name', column: 'column_name' })
  const tables = [...new Set(columns.map(({ table }) => table))]
  const move = async (table: string, from: string, to: string) => {
    const own = columns.filter((each) => each.table === table).map(({ column }) => column)
    await db.withSchema(to).table(table).delete()
    const rows = db.withSchema(from).from(table).select(own)
    await db.raw(`insert into ??.?? (${own.map(() => '??').join(', ')}) ?`, [to, table, ...own, rows])
  }
  await db.raw('create database ??', [copy])
  for (const table of tables) {
    await db.raw('create table ??.?? like ??', [copy, table, table])
    await move(table, database, copy)
  }
  return async () => {
    for (const table of tables) await move(table, copy, database)
    await db.raw('drop database ??', [copy])
    await db.destroy()
  }
}

const databases = [
  ['the embedded database', () => undefined],
  ['MariaDB', () => `${inject('mariaDbUrl')}restored_${process.pid}`],
] as const

describe.each(databases)('after a restore of inventory on %s', (_, address) => {
  test('sales knows again what inventory knows', SLOW, async () => {
    const suite = await planSuite(address())
    const namesIn = async (service: string) => {
      const db = openDatabase(suite.databaseUrl(service))
      const rows = await db('medicines').orderBy('id').select('id', 'name')
      await db.destroy()
      return rows.map(({ id, name }) => [id, name])
    }
    await suite.start('identity', 'inventory', 'sales')
    const { token } = await suite.call('identity', 'POST', '/api/auth/login', admin)
    const form = (name: string) => ({
      ...{ name, category: 'Other', currentStock: 5, minStockLevel: 1, unitPrice: 2 },
    })
    const add = (name: string) => suite.call('inventory', 'POST', '/api/medicines', form(name), token)
    const { _id: kept } = await add('Kept')
    await expect.poll(() => namesIn('sales'), PATIENTLY).toEqual([[kept, 'Kept']])
    await suite.stop('sales', 'inventory')
    const restore = await backUp(suite.databaseUrl('inventory'))
    await suite.start('inventory', 'sales')
    const { _id: lost } = await add('Lost')
    await expect.poll(() => namesIn('sales'), PATIENTLY).toContainEqual([lost, 'Lost'])
    await suite.stop('sales', 'inventory')
    await restore()

    const { code, output } = await runCommand(['inventory'], suite.env)
    expect(output).toContain('The feed of inventory begins a new epoch')
    expect(code).toBe(0)

    // Inventory works on before sales asks: its feed has as many events again as sales has seen.
    await suite.start('inventory')
    const { _id: later } = await add('Later')
    for (const price of [3, 4, 5, 6]) {
      const body = { ...form('Kept'), unitPrice: price }
      await suite.call('inventory', 'PUT', `/api/medicines/${kept}`, body, token)
    }
    await suite.start('sales')
    await expect
      .poll(() => namesIn('sales'), PATIENTLY)
      .toEqual([
        [kept, 'Kept'],
        [later, 'Later'],
      ])
    expect(await namesIn('inventory')).toEqual(await namesIn('sales'))
  })
})

describe('says in a sentence', () => {
  test('that the suite runs, and what to do', SLOW, async () => {
    const folder = temporaryFolder()
    copyFileSync(import.meta.filename, join(folder, 'inventory.sqlite'))
    const lock = lockDataFolder(folder)
    const { code, output } = await runCommand(['inventory'], { DATA_DIR: folder })
    lock.release()
    expect(output).toMatch(
      /^The data directory .* is in use by a running suite \(process \d+\)\. Stop it \(Ctrl-C\), /,
    )
    expect(code).toBe(1)
  })

  test.each([[[]], [['inventry']], [['inventory', 'sales']]])(
    'that %j names no service',
    SLOW,
    async (args) => {
      const { code, output } = await runCommand(args, { DATA_DIR: temporaryFolder() })
      expect(output).toContain(
        `: name the service whose database was restored: ${serviceNames.join(', ')}.\n`,
      )
      expect(code).toBe(1)
    },
  )

  test('that there is no such database', SLOW, async () => {
    const folder = temporaryFolder()
    const { code, output } = await runCommand(['sales'], { DATA_DIR: folder })
    expect(output).toBe(
      `There is no ${folder}/sales.sqlite: set DATA_DIR to the data directory of the suite.\n`,
    )
    expect(code).toBe(1)
  })

  test('that the file is no database', SLOW, async () => {
    const folder = temporaryFolder()
    copyFileSync(import.meta.filename, join(folder, 'sales.sqlite'))
    const { code, output } = await runCommand(['sales'], { DATA_DIR: folder })
    expect(output).toBe(`Cannot use the database file ${folder}/sales.sqlite: the file is not a database.\n`)
    expect(code).toBe(1)
  })
})
