import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { admin, endServices, planSuite, runProgram } from '../../test/services.ts'
import { cleanUp, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { serviceNames } from '../setup/service-list.ts'

/** Long, because several processes start in turn. */
const SLOW = { timeout: 300_000 }
const PATIENTLY = { timeout: 60_000, interval: 100 }

afterEach(async () => {
  endServices()
  await cleanUp()
})

const runCommand = (args: string[], env: Record<string, string>) =>
  runProgram('commands/restored.ts', args, env)

/** Copies the database of a stopped service. Returns a function that restores the copy. */
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
  // Leaves out generated columns, which cannot be written.
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
    expect(output).toContain('inventory: new feed epoch')
    expect(code).toBe(0)

    // Inventory works first, so that its feed has as many events as sales has seen.
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
    const lock = await lockDataFolder(folder)
    const { code, output } = await runCommand(['inventory'], { DATA_DIR: folder })
    lock.release()
    expect(output).toMatch(
      /^The data directory .* is in use by a running suite \(process \d+\)\. Stop it first\. Then restore /,
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
