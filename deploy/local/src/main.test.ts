import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findFreePort } from '@mms/service-kit/ports'
import { afterEach, expect, inject, test } from 'vitest'
import { byNpm, cleanUp, isRunning, startSuite, temporaryFolder, untilReady } from '../test/support.ts'

/** Several processes start in each test, on a machine that may be busy. */
const SLOW = { timeout: 120_000 }
/** Waiting for a process to end or to come back. */
const patiently = { timeout: 20_000, interval: 100 }

const admin = { ADMIN_EMAIL: 'owner@pharmacy.test', ADMIN_PASSWORD: 'a long enough password' }

afterEach(cleanUp)

const settings = async (more: Record<string, string> = {}) => ({
  PORT: String(await findFreePort()),
  DATA_DIR: temporaryFolder(),
  ...more,
})

async function signIn(url: string, email: string, password: string): Promise<Response> {
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
}

async function medicines(url: string): Promise<number> {
  const { token } = (await (await signIn(url, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).json()) as {
    token: string
  }
  return (await fetch(`${url}/api/medicines`, { headers: { authorization: `Bearer ${token}` } })).status
}

/** The modes of a folder and of everything in it. */
function modesOf(folder: string): Set<number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return new Set([folder, ...paths].map((path) => statSync(path).mode & 0o777))
}

test(
  'serves everything on one origin, tells how to sign in once, and finds its data again',
  SLOW,
  async () => {
    const env = await settings()
    chmodSync(env.DATA_DIR, 0o755)
    const first = await untilReady(startSuite(env))
    expect(first.output()).toContain(`Ready: http://localhost:${env.PORT}`)
    const [, password = ''] =
      /Sign in as admin@example.com with the password (\S+)/.exec(first.output()) ?? []
    expect((await signIn(first.url, 'admin@example.com', password)).status).toBe(200)
    expect(await (await fetch(first.url)).text()).toContain('<title>Medicine Management System</title>')
    expect((await fetch(`${first.url}/areas.json`)).status).toBe(200)
    expect(modesOf(env.DATA_DIR)).toEqual(new Set([0o700, 0o600]))
    first.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(readdirSync(env.DATA_DIR)).not.toContain('suite.lock')

    const second = await untilReady(startSuite(env))
    expect(second.output()).not.toContain('password')
    expect((await signIn(second.url, 'admin@example.com', password)).status).toBe(200)
  },
)

test('starts a killed service again on its port, while the rest serves', SLOW, async () => {
  const suite = await untilReady(startSuite(await settings(admin)))
  const before = suite.children()
  process.kill(before.get('services/inventory') ?? 0, 'SIGKILL')
  await expect.poll(() => suite.output(), patiently).toContain('inventory was ended by SIGKILL')
  expect(await medicines(suite.url)).toBe(503)
  await expect.poll(() => suite.output(), patiently).toContain('inventory is back')
  expect(await medicines(suite.url)).toBe(200)
  const after = suite.children()
  expect(after.get('services/inventory')).not.toBe(before.get('services/inventory'))
  expect(after.get('gateway')).toBe(before.get('gateway'))
})

test('leaves no process behind when it is killed, and starts again at once', SLOW, async () => {
  const env = await settings(admin)
  const suite = await untilReady(startSuite(env))
  const pids = [...suite.children().values()]
  expect(pids.length).toBeGreaterThanOrEqual(3)
  suite.kill('SIGKILL')
  await suite.ended
  const again = await untilReady(startSuite(env))
  expect(await medicines(again.url)).toBe(200)
  await expect.poll(() => pids.filter(isRunning), patiently).toEqual([])
})

test(
  'stops everything on Ctrl-C, which reaches each process, and us twice when npm passes it on',
  SLOW,
  async () => {
    const suite = await untilReady(startSuite(await settings(admin)))
    const pids = [...suite.children().values()]
    const unfinished = fetch(`${suite.url}/api/auth/login`, {
      method: 'POST',
      duplex: 'half',
      body: new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{')) }),
    } as RequestInit).catch(() => 'cut')
    process.kill(-suite.pid, 'SIGINT')
    suite.kill('SIGINT')
    expect(await suite.ended).toBe(0)
    expect(pids.filter(isRunning)).toEqual([])
    await unfinished
  },
)

test('stops when npm, which started it, is told to', SLOW, async () => {
  const npm = await untilReady(startSuite(await settings(admin), byNpm))
  const [supervisor = 0] = npm.children().values()
  npm.kill('SIGTERM')
  expect(await npm.ended).toBe(0)
  expect(npm.output()).toContain('Stopping')
  expect(isRunning(supervisor)).toBe(false)
})

test('says that its port is taken', SLOW, async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const suite = startSuite({ PORT: String(port), DATA_DIR: temporaryFolder() })
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toBe(`Port ${port} on 127.0.0.1 is already taken. Choose another with PORT=….\n`)
  taken.close()
})

test('says that its data directory cannot be written', SLOW, async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const suite = startSuite(await settings({ DATA_DIR: join(file, 'data') }))
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toBe(`The data directory ${file}/data cannot be written (ENOTDIR).\n`)
})

test('says that the database server cannot be reached, without its password', SLOW, async () => {
  const port = await findFreePort()
  const suite = startSuite(await settings({ DATABASE_URL: `mysql://shop:secret@127.0.0.1:${port}/shop` }))
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toContain(
    `The database server at 127.0.0.1:${port} cannot be reached (ECONNREFUSED).`,
  )
  expect(suite.output()).not.toContain('secret')
})

test('lists all settings that are wrong', SLOW, async () => {
  const wrong = { PORT: 'http', DATABASE_URL: 'postgres://x', ADMIN_EMAIL: 'x', ADMIN_PASSWORD: 'short' }
  const suite = startSuite({ DATA_DIR: temporaryFolder(), ...wrong })
  expect(await suite.ended).toBe(1)
  for (const name of Object.keys(wrong)) expect(suite.output()).toContain(`${name}: `)
})

test('stops everything and gives the reason when a service cannot start', SLOW, async () => {
  const env = await settings({ ...admin, STORE_TIME_ZONE: 'Moon/Crater' })
  const suite = startSuite(env)
  expect(await suite.ended).toBe(1)
  expect(suite.output()).toContain('STORE_TIME_ZONE')
  expect(suite.output()).not.toContain('Ready')
  expect(suite.output()).not.toMatch(/\n {4}at /)
})

test('runs beside another suite, but not on its data', SLOW, async () => {
  const one = await settings(admin)
  const other = await settings({ ...admin, ADMIN_EMAIL: 'other@pharmacy.test' })
  const suites = [startSuite(one), startSuite(other)]
  await Promise.all(suites.map(untilReady))
  const third = startSuite({ ...one, PORT: String(await findFreePort()) })
  expect(await third.ended).toBe(1)
  expect(third.output()).toContain('is in use by a running suite')
  expect((await signIn(`http://127.0.0.1:${one.PORT}`, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).status).toBe(
    200,
  )
  expect(
    (await signIn(`http://127.0.0.1:${other.PORT}`, admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).status,
  ).toBe(401)
})

test('makes its databases on a MySQL server, and none of its own', SLOW, async () => {
  const env = await settings({ ...admin, DATABASE_URL: `${inject('mariaDbUrl')}local_${process.pid}` })
  const suite = await untilReady(startSuite(env))
  expect(await medicines(suite.url)).toBe(200)
  expect(readdirSync(env.DATA_DIR).filter((file) => file.includes('sqlite'))).toEqual([])
})
