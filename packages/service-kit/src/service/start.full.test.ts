import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { testDatabases } from '../test-support/databases.ts'
import { ofEveryProgram } from '../test-support/process.ts'
import { spawnProgram } from '../test-support/program.ts'
import { testTokens } from '../test-support/tokens.ts'

/** A service whose one route tells what had happened before anybody could ask. */
const program = `
import { createTableOnce, defineService, route, serviceSettings, startService } from '@mms/service-kit'
import { z } from 'zod'
const { JWKS_URL, ...own } = serviceSettings
const settings = z.object({ ...(process.env.ALONE ? own : serviceSettings), SHELVES: z.coerce.number().int() })
await startService(defineService({
  name: 'shelves',
  version: '3.2.1',
  settings,
  migrations: [{ name: '20260101000000_create_shelves', up: (db) =>
    createTableOnce(db, 'shelves', (table) => void table.integer('id')) }],
  create({ config, db, clock, log }) {
    const read = () => db('shelves').pluck('id')
    return {
      routes: [route({ method: 'get', path: '/shelves', access: 'public', summary: 'Shelves', response: z.unknown(),
        handler: async () => ({ shelves: await read(), zone: clock.timeZone }) })],
      prepare: () => db('shelves').insert({ id: config.SHELVES }),
      jobs: [{ name: 'counting', everyMs: 60_000, run: (signal) => new Promise((done) =>
        signal.addEventListener('abort', async () => { log.info({ left: await read() }, 'counted'); done() })) }],
      ...(process.env.BRINGS && { verifiers: { access: async () => ({ id: 'x' }) } }),
    }
  },
}))`

const tokens = testTokens()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-start-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

function start(given: Record<string, string>, ...words: string[]) {
  return spawnProgram(program, ['shelves', ...words], {
    ...ofEveryProgram(),
    PORT: '0',
    DATABASE_URL: `sqlite:${folder}/shelves.sqlite`,
    JWKS_URL: 'http://127.0.0.1:1/jwks.json',
    SHELVES: '7',
    ...tokens.serviceSettings(),
    ...given,
  })
}

test('serves what it consists of, prepared, and lets its jobs end before its database', async () => {
  const { child, output, ready } = start({ STORE_TIME_ZONE: 'Asia/Kathmandu' })
  const url = await ready()
  expect(await (await fetch(`${url}/shelves`)).json()).toEqual({ shelves: [7], zone: 'Asia/Kathmandu' })
  expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({
    info: { title: 'shelves', version: '3.2.1' },
  })
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(output()).toMatch(/"name":"shelves".*"left":\[7\]/)
})

test('says in one sentence what is wrong with its settings or its keys, and exits 1', async () => {
  for (const [given, sentence] of [
    [{ SHELVES: 'many', PORT: 'x' }, /^Invalid configuration: PORT: .*; SHELVES: .*\.\n$/],
    [{ SERVICE_KEY_FILE: '' }, /^SERVICE_KEY_FILE and SERVICE_CALLERS_FILE must be given.*\n$/],
  ] as const) {
    const { child, output } = start(given)
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output()).toMatch(sentence)
  }
})

test('as a migration job it refuses the schema of a newer release in the words of the service', async () => {
  const database = openDatabase(`sqlite:${folder}/shelves.sqlite`)
  onTestFinished(() => database.destroy())
  const migration = start({}, 'migrate')
  expect(await once(migration.child, 'close')).toEqual([0, null])
  expect(await database('schema_release').pluck('version')).toEqual(['3.2.1'])
  await database('schema_release').update({ version: '3.4.0' })
  await database.schema.dropTable('shelves')
  await database('knex_migrations').delete()
  for (const words of [['migrate'], []]) {
    const { child, output } = start({}, ...words)
    expect(await once(child, 'close')).toEqual([1, null])
    expect(output()).toBe(
      'This database was used by release 3.4.0; this is 3.2.1. Start that release or the one before it.\n',
    )
  }
  expect(await database.schema.hasTable('shelves')).toBe(false)
})

test('a service that is told no keys of others brings its own verifiers', async () => {
  const bringing = start({ ALONE: 'yes', BRINGS: 'yes' })
  expect((await fetch(`${await bringing.ready()}/shelves`)).status).toBe(200)
  const without = start({ ALONE: 'yes' })
  expect(await once(without.child, 'close')).toEqual([1, null])
  expect(without.output()).toContain('A service without JWKS_URL must bring its own verifiers')
})

test.each(testDatabases().filter(({ name }) => name === 'mariadb'))(
  'serves as a user who may not change the schema, once the job has migrated it',
  async ({ open }) => {
    const { db, url, close } = await open()
    onTestFinished(close)
    const { host, pathname } = new URL(url)
    const user = `${pathname.slice(1)}_pods`
    await db.raw("create user ??@'%'", [user])
    onTestFinished(() => db.raw("drop user ??@'%'", [user]))
    await db.raw("grant select, insert, update, delete on ??.* to ??@'%'", [pathname.slice(1), user])
    const pod = { DATABASE_URL: `mysql://${user}@${host}${pathname}`, MIGRATIONS: 'by-job' }
    const { output, ready } = start(pod)
    const readied = ready()
    await expect.poll(output).toContain('waiting for the migration job')
    expect(await once(start(pod, 'migrate').child, 'close')).toEqual([1, null])
    expect(await once(start({ DATABASE_URL: url }, 'migrate').child, 'close')).toEqual([0, null])
    expect((await fetch(`${await readied}/shelves`)).status).toBe(200)
  },
)
