import { once } from 'node:events'
import type { Knex } from 'knex'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StartupError } from '../config/config.ts'
import { type OpenTestDatabase, testDatabases } from '../test-support/databases.ts'
import { spawnProgram } from '../test-support/program.ts'
import { type Migration, migrate } from './migrate.ts'
import { addColumnOnce, addIndexOnce, createTableOnce } from './schema.ts'

const log = pino({ level: 'silent' })
const LEASE_MS = 400

const createLots: Migration = {
  name: '20260101000000_create_lots',
  up: (db) =>
    createTableOnce(db, 'lots', (table) => {
      table.string('id', 36).primary()
      table.integer('units').notNullable()
      table.index(['units'], 'lots_units_index')
    }),
}
const insertFirstLot: Migration = {
  name: '20260101000100_insert_first_lot',
  up: async (db) => {
    await db('lots').insert({ id: 'first', units: 1 })
  },
}
const createRacks: Migration = {
  name: '20260101000200_create_racks',
  up: (db) => createTableOnce(db, 'racks', (table) => void table.string('id', 36).primary()),
}
const all = [createRacks, createLots, insertFirstLot]

/** A service that starts: the migrations above, and a place at which it can be killed. */
const program = `
import { createTableOnce, migrate, openDatabase } from '@mms/service-kit'
const [url, hangAt, leaseMs] = process.argv.slice(1)
const db = openDatabase(url)
const reached = (place) => place === hangAt && new Promise(() => { process.send(place); setInterval(() => {}, 1e6) })
const lots = (table) => { table.string('id', 36).primary(); table.integer('units').notNullable() }
const up = async (db) => {
  if (hangAt === 'between statements') await db.schema.createTable('lots__unfinished', lots)
  await reached('between statements')
  await createTableOnce(db, 'lots', (table) => { lots(table); table.index(['units'], 'lots_units_index') })
  await reached('before it is recorded')
}
await migrate(db, [
  { name: '20260101000000_create_lots', up },
  { name: '20260101000100_insert_first_lot', up: (db) => db('lots').insert({ id: 'first', units: 1 }) },
  { name: '20260101000200_create_racks', up: (db) => createTableOnce(db, 'racks', (table) => { table.string('id', 36).primary() }) },
], { log: { info: (_, text) => text.startsWith('waiting') && process.send(text), warn: () => {} }, leaseMs: Number(leaseMs) })
await db.destroy()`

describe.each(testDatabases())('migrations on $name', ({ open }) => {
  let database: OpenTestDatabase
  let db: Knex
  const recorded = () => db('knex_migrations').orderBy('id').pluck('name')

  const startService = (hangAt = '', leaseMs = 60_000) =>
    spawnProgram(program, [database.url, hangAt, String(leaseMs)]).child

  beforeEach(async () => {
    database = await open()
    db = database.db
  })
  afterEach(() => database.close())

  test('a release runs on what the next one has used, and not on that of a newer one', async () => {
    const start = (version: string) => migrate(db, all, { log, version })
    await start('0.2.0')
    await start('0.3.1')
    await start('0.2.5')
    await start('0.4.0')
    await start('0.3.1')
    const sentence =
      'This database was used by release 0.4.0; this is 0.2.5. Start that release or the one before it.'
    await expect(start('0.2.5')).rejects.toThrow(new StartupError(sentence))
    await start('1.0.0')
    await start('0.4.0')
    await start('1.1.0')
    await expect(start('0.4.0')).rejects.toThrow(StartupError)
    await start('1.0.2')
  })

  const expectAllOnce = async () => {
    expect(await recorded()).toEqual([createLots.name, insertFirstLot.name, createRacks.name])
    expect(await db('lots').pluck('id')).toEqual(['first'])
  }

  test('run once, also when several replicas start together', async () => {
    const replicas = [startService(), startService(), startService()]
    const ends = await Promise.all(replicas.map((replica) => once(replica, 'exit')))
    expect(ends).toEqual(Array(3).fill([0, null]))
    await expectAllOnce()
    await migrate(db, all, { log })
    await expectAllOnce()
  })

  test.each(['between statements', 'before it is recorded'])(
    'go on after the process that ran them was killed %s',
    async (place) => {
      const service = startService(place, LEASE_MS)
      expect(await once(service, 'message')).toEqual([place, undefined])
      service.kill('SIGKILL')
      await once(service, 'exit')
      await migrate(db, all, { log, leaseMs: LEASE_MS })
      await expectAllOnce()
      const dropping = db.schema.alterTable('lots', (table) => table.dropIndex([], 'lots_units_index'))
      await expect(dropping).resolves.toBeDefined()
    },
  )

  test('begin again when another process took the lease', async () => {
    const up = async (trx: Knex) => void (await trx('leases').update({ holder: null }))
    const loseLease = { name: '20260101000050_lose_lease', up }
    await migrate(db, [...all, loseLease], { log })
    expect(await recorded()).toHaveLength(4)
  })

  test('stop at one that fails, and go on from there once it is mended', async () => {
    const broken = { ...insertFirstLot, up: (trx: Knex) => trx.raw('select nonsense from nowhere') }
    await expect(migrate(db, [createLots, broken, createRacks], { log })).rejects.toThrow('nowhere')
    expect(await recorded()).toEqual([createLots.name])
    await migrate(db, all, { log })
    expect(await recorded()).toHaveLength(3)
  })

  test('add a column and an index once', async () => {
    await migrate(db, [createLots], { log })
    for (const _again of [1, 2]) {
      await addColumnOnce(db, 'lots', 'shelf', (table) => table.string('shelf', 20).nullable())
      await addColumnOnce(db, 'lots', 'place', (table) =>
        table.specificType('place', 'varchar(20) generated always as (shelf) virtual'),
      )
      await addIndexOnce(db, 'lots', 'lots_shelf_index', (table) =>
        table.index(['shelf'], 'lots_shelf_index'),
      )
    }
    await db('lots').insert({ id: 'a', units: 1, shelf: 'top' })
    expect(await db('lots').where({ shelf: 'top' }).pluck('id')).toEqual(['a'])
  })

  test('refuse two of one name, and names without a time', async () => {
    await expect(migrate(db, [createLots, createLots], { log })).rejects.toThrow('same name')
    await expect(migrate(db, [{ ...createLots, name: 'create_lots' }], { log })).rejects.toThrow('not named')
  })
})
