import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '@mms/service-kit'
import { afterEach, describe, expect, test } from 'vitest'
import { endServices, planSuite } from '../../test/services.ts'
import { admin, cleanUp, runProgram, temporaryFolder } from '../../test/support.ts'
import { lockDataFolder } from '../setup/lock.ts'
import { serviceNames } from '../setup/service-list.ts'

const PATIENTLY = { timeout: 60_000, interval: 100 }

afterEach(async () => {
  endServices()
  await cleanUp()
})

const runCommand = (args: string[], env: Record<string, string>) =>
  runProgram('commands/restored.ts', args, env)

test('after a restore of inventory, sales knows again what inventory knows', async () => {
  const suite = await planSuite(undefined)
  const namesIn = async (service: string) => {
    const db = openDatabase(suite.databaseUrl(service))
    const rows = await db('medicines').orderBy('id').select('id', 'name')
    await db.destroy()
    return rows.map(({ id, name }) => [id, name])
  }
  await suite.start('identity', 'inventory', 'sales')
  const { token } = await suite.call('identity', 'POST', '/api/auth/login', admin)
  const amounts = { currentStock: 5, minStockLevel: 1, unitPrice: 2 }
  const form = (name: string) => ({ name, category: 'Other', ...amounts })
  const add = (name: string) => suite.call('inventory', 'POST', '/api/medicines', form(name), token)
  const { _id: kept } = await add('Kept')
  await expect.poll(() => namesIn('sales'), PATIENTLY).toEqual([[kept, 'Kept']])
  await suite.stop('sales', 'inventory')
  const file = join(suite.config.DATA_DIR, 'inventory.sqlite')
  const copy = join(temporaryFolder(), 'copy')
  copyFileSync(file, copy)
  await suite.start('inventory', 'sales')
  const { _id: lost } = await add('Lost')
  await expect.poll(() => namesIn('sales'), PATIENTLY).toContainEqual([lost, 'Lost'])
  await suite.stop('sales', 'inventory')
  copyFileSync(copy, file)

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

describe('says in a sentence', () => {
  test('that the suite runs, and what to do', async () => {
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

  test('which services there are', async () => {
    const { code, output } = await runCommand(['inventry'], { DATA_DIR: temporaryFolder() })
    expect(output).toContain(`: name the service whose database was restored: ${serviceNames.join(', ')}.\n`)
    expect(code).toBe(1)
  })
})
