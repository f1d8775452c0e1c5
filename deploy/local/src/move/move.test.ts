import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '@mms/service-kit'
import { afterEach, expect, inject, test } from 'vitest'
import { endServices, planSuite } from '../../test/services.ts'
import { admin, cleanUp, runProgram } from '../../test/support.ts'
import { serviceNames } from '../setup/service-list.ts'

const STOCK = 40

afterEach(async () => {
  endServices()
  await cleanUp()
})

type Suite = Awaited<ReturnType<typeof planSuite>>

const signIn = async (suite: Suite) => (await suite.call('identity', 'POST', '/api/auth/login', admin)).token

const medicine = {
  ...{ name: 'Dolo “650” 😀', category: 'Other', currentStock: STOCK, minStockLevel: 1, unitPrice: 2.5 },
  expiryDate: '2028-02-29',
}

/** Returns a stopped suite on embedded databases, with sales and deletions. */
async function usedSuite() {
  const suite = await planSuite(undefined)
  await suite.start(...serviceNames)
  const token = await signIn(suite)
  const add = (more: object) =>
    suite.call('inventory', 'POST', '/api/medicines', { ...medicine, ...more }, token)
  const kept = await add({})
  const { _id: gone } = await add({ name: 'Gone' })
  await suite.request('inventory', 'DELETE', `/api/medicines/${gone}`, undefined, token)
  const sale = { medicineId: kept._id, type: 'sale', quantity: 3, unitPrice: 2.5 }
  const sold = await suite.call('sales', 'POST', '/api/transactions', sale, token)
  await suite.stop(...serviceNames)
  return { suite, kept: kept._id, sold: sold._id }
}

const address = (name: string) => `${inject('mariaDbUrl')}${name}_${process.pid}`
const move = (suite: Suite, url: string) =>
  runProgram('move/main.ts', [], { ...suite.env, DATABASE_URL: url })

test('a suite goes on with all it has on a server', async () => {
  const { suite, kept, sold } = await usedSuite()
  const url = address('move')
  const moved = await move(suite, url)
  expect(moved.output).toMatch(/^identity: \d+ rows, each read again\.$/m)
  expect(moved.code).toBe(0)
  const folder = suite.config.DATA_DIR
  expect(existsSync(join(folder, 'sales.sqlite'))).toBe(false)

  const there = await planSuite(url, folder)
  await there.start(...serviceNames)
  const token = await signIn(there)
  const read = (service: string, path: string) => there.call(service, 'GET', path, undefined, token)
  expect(await read('inventory', `/api/medicines/${kept}`)).toMatchObject({
    ...{ _id: kept, name: medicine.name, currentStock: STOCK - 3, unitPrice: 2.5 },
    expiryDate: expect.stringContaining('2028-02-29'),
  })
  const found = await read('inventory', `/api/medicines?search=${encodeURIComponent('“650” 😀')}`)
  expect(found).toMatchObject([{ _id: kept }])
  expect(await read('sales', `/api/transactions/${sold}`)).toMatchObject({ quantity: 3 })
  const sale = { medicineId: kept, type: 'sale', quantity: 1, unitPrice: 2.5 }
  await there.call('sales', 'POST', '/api/transactions', sale, token)
  const { output } = await runProgram('commands/reconcile.ts', [], there.env)
  expect(output).toContain('Found 0 mismatches')
  // Leaves out faults of security logs, which only a supervisor writes.
  const audit = await runProgram('commands/audit.ts', [], there.env)
  const faults = audit.output.split('\n').filter((line) => line.includes('ALTERED'))
  expect(faults.filter((line) => !line.includes('cannot be vouched for'))).toEqual([])
  await there.stop(...serviceNames)

  await expect(planSuite(undefined, folder)).rejects.toThrow(
    /^The databases of .+ were moved to the server .+\. Set DATABASE_URL, or remove .+moved\.json /,
  )
  const again = await move(suite, url)
  expect(again.output).toMatch(/^There are no embedded databases in /)
})

test('what cannot be moved is one sentence, and stays as it is', async () => {
  const { suite } = await usedSuite()
  const folder = suite.config.DATA_DIR
  const files = () =>
    readdirSync(folder)
      .filter((name) => !/-(wal|shm)$/.test(name))
      .toSorted()
  const before = files()
  const refused = async (url: string, words: RegExp) => {
    const { code, output } = await move(suite, url)
    expect([code, output.trim().split('\n').at(-1)]).toEqual([1, expect.stringMatching(words)])
    expect(files()).toEqual(before)
  }
  await refused('mysql://nobody:wrong@127.0.0.1:1', /^The database server at .+ cannot be reached /)
  const used = address('used')
  const other = openDatabase(new URL(inject('mariaDbUrl')).href.replace(/\/[^/]*$/, '/mysql'))
  await other.raw('create database ??', [`${new URL(used).pathname.slice(1)}_sales`])
  await other.raw('create table ??.boxes (id integer)', [`${new URL(used).pathname.slice(1)}_sales`])
  await other.destroy()
  await refused(used, /^The database .+_sales at .+ is not empty\. /)

  const db = new DatabaseSync(join(folder, 'alerts.sqlite'))
  db.exec('create table boxes (id integer)')
  db.close()
  await refused(
    address('other'),
    /^The embedded database has other tables than this release creates in .+\. Nothing was moved\. /,
  )
})
