import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { type Migration, migrate } from '../database/migrate.ts'
import { createTableOnce } from '../database/schema.ts'
import { feedMigrations } from '../feed/tables.ts'
import { type OpenTestDatabase, testDatabases } from './databases.ts'
import { migrateForTest } from './migrated.ts'
import { storedIn } from './stored.ts'

const log = pino({ level: 'silent' })

const createShelves: Migration = {
  name: '20260101000100_create_shelves',
  up: (db) =>
    createTableOnce(db, 'shelves', (table) => {
      table.increments('id')
      table.string('name', 50).notNullable()
      table.integer('units').notNullable()
      table.specificType('initial', 'varchar(1) generated always as (substr(name, 1, 1)) virtual')
      table.check('units >= 0', undefined, 'shelves_units_check')
      table.unique(['name'], { indexName: 'shelves_name_unique' })
    }),
}
/** Sorts before the table that it points to. */
const createBoxes: Migration = {
  name: '20260101000200_create_boxes',
  up: (db) =>
    createTableOnce(db, 'boxes', (table) => {
      table.integer('shelf_id').unsigned().notNullable()
      table.foreign('shelf_id', 'boxes_shelf').references('id').inTable('shelves')
    }),
}
const insertShelves: Migration = {
  name: '20260101000300_insert_shelves',
  up: async (db) => {
    const [id] = await db('shelves').insert({ name: 'Vitamins', units: 3 })
    await db('boxes').insert({ shelf_id: id })
  },
}
const migrations = [createShelves, createBoxes, insertShelves, ...feedMigrations('20260101000000')]

describe.each(testDatabases())('a database of a test on $name', ({ name, open }) => {
  const all: OpenTestDatabase[] = []
  afterEach(async () => {
    for (const database of all.splice(0)) await database.close()
  })
  async function opened(): Promise<OpenTestDatabase> {
    const database = await open()
    all.push(database)
    return database
  }
  async function migrated(list = migrations): Promise<OpenTestDatabase> {
    const database = await opened()
    await migrateForTest(database, list, { log })
    return database
  }

  /** All that was stored, but when the migrations ran and which feed it is. */
  async function rowsOf({ db }: OpenTestDatabase) {
    const rows = await storedIn(db)
    const timeless = rows.knex_migrations?.map((row) => ({ ...JSON.parse(row), migration_time: 0 }))
    const { feed_head, leases } = rows
    return { ...rows, knex_migrations: timeless, feed_head: feed_head?.length, leases: leases?.length }
  }
  async function tablesOf(database: OpenTestDatabase) {
    const tables = Object.keys(await storedIn(database.db))
    const ddl = async (table: string) => (await database.db.raw('show create table ??', [table]))[0][0]
    return name === 'mariadb' ? Promise.all(tables.map(ddl)) : tables
  }

  test('has the tables and rows that migrating makes, also when it is a copy', async () => {
    const real = await opened()
    await migrate(real.db, migrations, { log })
    for (const again of [await migrated(), await migrated()]) {
      expect(await tablesOf(again)).toEqual(await tablesOf(real))
      expect(await rowsOf(again)).toEqual(await rowsOf(real))
    }
  })

  test('keeps out what its tables do not let in, and numbers on', async () => {
    await migrated()
    const { db } = await migrated()
    expect(await db('shelves').insert({ name: 'Syrups', units: 1 })).toEqual([2])
    await expect(db('shelves').insert({ name: 'Less', units: -1 })).rejects.toThrow(/check|constraint/i)
    await expect(db('shelves').insert({ name: 'Vitamins', units: 1 })).rejects.toThrow(/unique|duplicate/i)
    await expect(db('boxes').insert({ shelf_id: 99 })).rejects.toThrow(/foreign key/i)
    expect(await db('shelves').orderBy('id').pluck('initial')).toEqual(['V', 'S'])
  })

  test('has a feed of its own', async () => {
    const epochs = [await migrated(), await migrated()].map(({ db }) => db('feed_head').pluck('epoch'))
    const [one, other] = await Promise.all(epochs)
    expect(one).not.toEqual(other)
  })

  test('is migrated on where something is there, and by other migrations of the same name', async () => {
    const older = await migrated([createShelves])
    await migrateForTest(older, migrations, { log })
    expect(await older.db('shelves').pluck('name')).toEqual(['Vitamins'])
    const other = { ...insertShelves, up: async () => {} }
    const { db } = await migrated(migrations.with(migrations.indexOf(insertShelves), other))
    expect(await db('shelves').pluck('name')).toEqual([])
  })
})
