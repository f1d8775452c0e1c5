import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choosePassword,
  cleanUp,
  isRunning,
  medicines,
  type RunningSuite,
  settings,
  signIn,
  startSuite,
  untilReady,
} from '../../test/support.ts'

// Each test continues with the state that the previous one left, from the first start to the last stop.

/** Time limit for processes to end or restart. */
const patiently = { timeout: 60_000, interval: 100 }

const admin = { email: 'admin@example.com', password: '' }
let env: Awaited<ReturnType<typeof settings>>
let suite: RunningSuite

beforeAll(async () => {
  env = await settings()
})
afterAll(cleanUp)

function modesOf(folder: string): Set<number> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return new Set([folder, ...paths].map((path) => statSync(path).mode & 0o777))
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

test('serves everything on one origin, and prints how to sign in', async () => {
  chmodSync(env.DATA_DIR, 0o755)
  suite = await untilReady(startSuite(env))
  expect(suite.output()).toContain(`Ready: http://localhost:${env.PORT}`)
  admin.password = /Sign in as admin@example.com with the password (\S+)/.exec(suite.output())?.[1] ?? ''
  expect(await medicines(suite.url, admin)).toBe(403)
  admin.password = (await choosePassword(suite.url, admin)).password
  expect(await medicines(suite.url, admin)).toBe(200)
  expect(await (await fetch(suite.url)).text()).toContain('<title>Medicine Management System</title>')
  expect((await fetch(`${suite.url}/areas.json`)).status).toBe(200)
  expect(modesOf(env.DATA_DIR)).toEqual(new Set([0o700, 0o600]))
  const keys = filesOf(env.DATA_DIR).filter((file) => readFileSync(file).includes('PRIVATE KEY'))
  expect(keys.length).toBeGreaterThan(0)
  // The key of access tokens is kept in memory, so it is missing here.
  for (const file of keys) expect(dirname(file)).toBe(join(env.DATA_DIR, 'service-keys'))
})

test('finds its data again, and prints no password twice', async () => {
  suite.kill('SIGTERM')
  expect(await suite.ended).toBe(0)
  expect(readdirSync(env.DATA_DIR)).not.toContain('control.sock')
  suite = await untilReady(startSuite(env))
  expect(suite.output()).not.toContain('password')
  expect((await signIn(suite.url, admin)).status).toBe(200)
})

test('runs beside another suite, but not on its data', async () => {
  const { PORT } = await settings()
  const intruder = startSuite({ ...env, PORT })
  expect(await intruder.ended).toBe(1)
  expect(intruder.output()).toContain('is in use by a running suite')
  const other = { email: 'other@pharmacy.test', password: 'a long enough password' }
  const named = { ADMIN_EMAIL: other.email, ADMIN_PASSWORD: other.password }
  const neighbour = await untilReady(startSuite(await settings(named)))
  expect((await signIn(neighbour.url, other)).status).toBe(200)
  expect((await signIn(neighbour.url, admin)).status).toBe(401)
  expect((await signIn(suite.url, admin)).status).toBe(200)
  neighbour.kill('SIGTERM')
  expect(await neighbour.ended).toBe(0)
})

test('leaves no process behind when it is killed, and starts again at once', async () => {
  const pids = [...suite.children().values()]
  expect(pids.length).toBe(2)
  suite.kill('SIGKILL')
  await suite.ended
  suite = await untilReady(startSuite(env))
  expect(await medicines(suite.url, admin)).toBe(200)
  await expect.poll(() => pids.filter(isRunning), patiently).toEqual([])
})

test('stops everything on Ctrl-C, which reaches each process, and us twice when npm passes it on', async () => {
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
})
