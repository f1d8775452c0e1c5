import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { StartupError } from '../config/config.ts'
import { findFreePort } from '../process/ports.ts'
import { testDatabases } from '../test-support/databases.ts'
import { openForTests } from '../test-support/open-for-tests.ts'
import { isDatabaseUnavailable, isUniqueViolation } from './errors.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { createTableOnce, idColumn, instantColumn } from './schema.ts'
import { toInstant } from './values.ts'

const log = pino({ level: 'silent' })

describe.each(testDatabases())('a table on $name', ({ open }) => {
  const database = openForTests(() => open())
  const items = () => database.db('items')
  const item = { id: 'a', name: 'Dolo', stock: 1, at: new Date(0), expires: null as string | null }

  beforeAll(async () => {
    await createTableOnce(database.db, 'items', (table) => {
      idColumn(table).primary()
      table.string('name', 50).notNullable()
      table.integer('stock').notNullable()
      instantColumn(table, 'at')
      table.date('expires').nullable()
      table.unique(['name'], { indexName: 'items_name_unique' })
      table.check('stock >= 0', undefined, 'items_stock_check')
    })
  })

  test('gives back instants, dates, text and sums as they were written', async () => {
    const at = new Date('2026-11-20T13:31:55.123Z')
    const round = { ...item, name: 'नाम “ß” 😀', at, expires: '2026-03-29' }
    await items().insert(round)
    const row = await items().first()
    expect({ ...row, at: toInstant(row.at) }).toEqual({ ...round, at: at.toISOString() })
    const sums = await items()
      .where('at', '<=', at)
      .first(database.db.raw('sum(stock) as units, count(*) as rows_'))
    expect(sums).toEqual({ units: 1, rows_: 1 })
    await items().delete()
  })

  test('compares and sorts text byte by byte', async () => {
    const names = ['b', 'B', 'a', 'ä']
    await items().insert(names.map((name, index) => ({ ...item, id: String(index), name })))
    expect(await items().where({ name: 'A' }).pluck('id')).toEqual([])
    expect(await items().orderBy('name').pluck('name')).toEqual(['B', 'a', 'b', 'ä'])
    await items().delete()
  })

  test('tells a duplicate from a failed check', async () => {
    await items().insert(item)
    const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error)
    const duplicate = await failure(items().insert({ ...item, id: 'b' }))
    const sameId = await failure(items().insert({ ...item, name: 'other' }))
    const negative = await failure(items().update({ stock: -1 }))
    expect([duplicate, sameId, negative].map(isUniqueViolation)).toEqual([true, true, false])
    expect(String(negative)).toMatch(/\bcheck\b|constraint/i)
    expect([duplicate, sameId, negative].map(isDatabaseUnavailable)).toEqual([false, false, false])
    await items().delete()
  })
})

test('keeps an embedded database flushed at every commit, in WAL, with foreign keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mms-open-'))
  const db = openDatabase(`sqlite:${folder}/a.sqlite`)
  const pragma = async (name: string) => Object.values((await db.raw(`pragma ${name}`))[0])[0]
  expect(await pragma('journal_mode')).toBe('wal')
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  await db.destroy()
  await rm(folder, { recursive: true })
})

test('runs every MySQL session in UTC, strict and READ COMMITTED', async () => {
  const db = openDatabase(`${inject('mariaDbUrl')}mysql`)
  const [[session]] = await db.raw(
    'select @@time_zone as zone, @@sql_mode as mode, @@tx_isolation as isolation',
  )
  expect(session).toMatchObject({ zone: '+00:00', isolation: 'READ-COMMITTED' })
  expect(session.mode).toContain('STRICT_TRANS_TABLES')
  await db.destroy()
})

test('goes on with a new connection after the server cut one, and calls the cut one unavailable', async () => {
  const url = `${inject('mariaDbUrl')}mysql`
  const db = openDatabase(url, { poolSize: 1, statementTimeoutMs: 300_000 })
  const admin = openDatabase(url, { poolSize: 1 })
  const connectionId = async () => (await db.raw('select connection_id() as id'))[0][0].id
  const idle = await connectionId()
  await admin.raw('kill ?', [idle])
  await expect.poll(connectionId).not.toBe(idle)
  const working = db.raw('select sleep(300)').catch((error: unknown) => error)
  const busy = () =>
    admin('information_schema.processlist').where('info', 'like', 'select sleep%').pluck('id')
  await expect.poll(busy).toHaveLength(1)
  await admin.raw('kill ?', await busy())
  expect(isDatabaseUnavailable(await working)).toBe(true)
  await Promise.all([db.destroy(), admin.destroy()])
})

test.each(['postgres://db/x', 'sqlite:relative.sqlite', 'mysql', ''])('refuses the address %j', (url) => {
  expect(() => openDatabase(url)).toThrow(StartupError)
})

test('says in one sentence why a database cannot be used, without its credentials', async () => {
  const { port } = new URL(inject('mariaDbUrl'))
  const sentence = async (url: string) => {
    const db = openDatabase(url)
    const error = await migrate(db, [], { log }).catch((reason: unknown) => reason)
    await db.destroy()
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message
  }
  const closed = await findFreePort()
  for (const [user, place, database, reason] of [
    ['asha:secret', `127.0.0.1:${closed}`, 'inventory', 'nothing answers at that address'],
    ['asha:secret', `127.0.0.1:${port}`, 'inventory', 'the user name or the password was refused'],
    ['root', `127.0.0.1:${port}`, 'absent', 'no database of that name exists'],
  ]) {
    const expected = `Cannot use the database ${database} at ${place}: ${reason}.`
    expect(await sentence(`mysql://${user}@${place}/${database}`)).toBe(expected)
  }
  expect(await sentence('sqlite:/proc/absent/a.sqlite')).toMatch(
    /^Cannot use the database file \/proc\/absent\/a\.sqlite: .+\.$/,
  )
})

test.each([undefined, null, 'soon', Number.NaN])('refuses %j as an instant', (value) => {
  expect(() => toInstant(value)).toThrow(TypeError)
})
