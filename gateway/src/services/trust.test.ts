import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMetrics } from '@mms/service-kit'
import { type Logger, pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import {
  closing,
  publicPaths,
  rawRequest,
  startGateway,
  startUpstream,
  temporaryFolder,
  tokens,
} from '../../test/support.ts'
import { readDocument } from './documents.ts'
import { openServices } from './services.ts'

/** Long enough, because the list is polled once a second. */
const PATIENTLY = { timeout: 60_000, interval: 50 }
const open = { 'x-access': 'public' }

let file: string
let lines: { level: number; msg: string }[]
const metrics = () => createMetrics('gateway')

beforeEach(async () => {
  file = join(await temporaryFolder(), 'services.json')
  lines = []
})

const log: Logger = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })

/** Starts a service that answers with its name and describes these paths. */
async function startService(name: string, paths: object = {}) {
  const service = await startUpstream((req, res) => {
    res.end(req.url === '/openapi.json' ? JSON.stringify({ paths }) : name)
  })
  return closing(service)
}

async function writeList(list: object): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(list))
  await rename(`${file}.new`, file)
}

async function start() {
  const numbers = metrics()
  const services = await openServices({ file, log, metrics: numbers })
  const gateway = closing(await startGateway({ services, readDocument, log, metrics: numbers }))
  const ask = async (path: string, token: string | null = tokens.token()) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` }
    const { status, body } = await rawRequest(gateway.url, { path, headers })
    return status === 200 ? body : status
  }
  return { ...gateway, ask, expose: () => numbers.expose() }
}

test('reaches a domain as soon as it is listed, without a restart', async () => {
  const suppliers = await startService('suppliers')
  const inventory = { url: (await startService('inventory')).url, prefixes: ['/api/medicines'] }
  await writeList({ inventory })
  const { ask } = await start()
  expect(await ask('/api/suppliers')).toBe(404)
  const prefixes = ['/api/suppliers', '/api/medicines/suppliers']
  await writeList({ inventory, suppliers: { url: suppliers.url, prefixes } })
  await expect.poll(() => ask('/api/suppliers'), PATIENTLY).toBe('suppliers')
  expect(await ask('/api/suppliers/7')).toBe('suppliers')
  // The longest matching prefix decides.
  expect(await ask('/api/medicines/suppliers')).toBe('suppliers')
  expect(await ask('/api/medicines/suppliers/7')).toBe('suppliers')
  expect(await ask('/api/medicines/suppliersx')).toBe('inventory')
  expect(await ask('/api/medicines/7')).toBe('inventory')
  await writeList({ inventory })
  await expect.poll(() => ask('/api/suppliers'), PATIENTLY).toBe(404)
})

test('stays with the last good list, and says so in log and metrics', async () => {
  const inventory = await startService('inventory')
  await writeList({ inventory: { url: inventory.url, prefixes: ['/api/medicines'] } })
  const { ask, expose } = await start()
  const outdated = async () => /watched_file_outdated\{[^}]*\} (\d)/.exec(await expose())?.[1]
  expect(await outdated()).toBe('0')
  await writeFile(file, '{"inventory": {"url": "http://127')
  await expect.poll(outdated, PATIENTLY).toBe('1')
  expect(await ask('/api/medicines')).toBe('inventory')
  await rm(file)
  await expect.poll(() => lines.at(-1)?.msg, PATIENTLY).toContain('list of services cannot be used')
  expect(await ask('/api/medicines')).toBe('inventory')
  await writeList({ inventory: { url: inventory.url, prefixes: ['/api/stock'] } })
  await expect.poll(() => ask('/api/stock'), PATIENTLY).toBe('inventory')
  expect(await outdated()).toBe('0')
})

test.each([
  ['a prefix of two services', ['/api/x', '/api/y'], 'a and b are both trusted with /api/y'],
  ["identity's sign-in", ['/api/auth'], "a cannot be trusted with /api/auth, which is identity's"],
  ['a part of it', ['/api/auth/login'], "which is identity's"],
  ['all of the API', ['/api'], 'must be a path below /api'],
  ['a path that is not of the API', ['/internal'], 'must be a path below /api'],
  ['dot segments', ['/api/x/../auth'], 'must be a path below /api'],
  ['an encoded path', ['/api/%61uth'], 'must be a path below /api'],
  ['capitals, which some servers do not tell apart', ['/api/Auth'], 'must be a path below /api'],
  ["the gateway's own paths", ['/api/docs'], "is the gateway's own"],
  ['an address that is none', [], 'must be an http or https address', 'file:///etc'],
])('does not start with a list granting %s', async (_what, prefixes, words, url = 'http://127.0.0.1:1') => {
  await writeList({ a: { url, prefixes }, b: { prefixes: ['/api/y'] } })
  await expect(openServices({ file, log, metrics: metrics() })).rejects.toThrow(words)
})

test('refuses what a service claims of another, says so, and leaves it out of the API document', async () => {
  const identity = await startService('identity', publicPaths)
  const foreign = { '/api/auth/login': { post: open }, '/api/medicines': { get: open } }
  const alerts = await startService('alerts', { ...foreign, '/api/alerts': { get: {} } })
  const inventory = await startService('inventory', { '/api/medicines': { get: {} } })
  await writeList({
    identity: { url: identity.url, prefixes: ['/api/auth'] },
    alerts: { url: alerts.url, prefixes: ['/api/alerts'] },
    inventory: { url: inventory.url, prefixes: ['/api/medicines'] },
  })
  const gateway = await start()
  await gateway.checkClaims()
  await gateway.checkClaims()
  const said = lines.filter(({ msg }) => msg.includes('not trusted'))
  expect(said.map(({ msg }) => msg)).toEqual([
    "alerts is not trusted with what it says it serves: /api/auth/login (identity's), /api/medicines (inventory's)",
  ])
  expect(await gateway.expose()).toMatch(/gateway_refused_claims\{[^}]*claimant="alerts"[^}]*\} 2/)
  expect((await gateway.post('/api/auth/login')).body).toBe('identity')
  // A service cannot make the path of another one public.
  expect(await gateway.ask('/api/medicines', null)).toBe(401)
  const { body } = await gateway.get<{ paths: Record<string, object> }>('/api/openapi.json')
  expect(body.paths['/api/medicines']).toEqual({ get: {} })
})

test.each(['/api/medicines/climate%2ddemand', '/api/%61uth/login', '/api/auth%2flogin'])(
  'does not let %s choose the service',
  async (path) => {
    const service = await startService('somebody')
    const { url } = service
    await writeList({
      identity: { url, prefixes: ['/api/auth'] },
      inventory: { url, prefixes: ['/api/medicines'] },
      analytics: { url, prefixes: ['/api/medicines/climate-demand'] },
    })
    const { ask } = await start()
    expect([400, 404]).toContain(await ask(path))
    expect(service.requests.filter((request) => request.url !== '/openapi.json')).toEqual([])
  },
)

test('opens to everybody only the very operation that its service calls public', async () => {
  const paths = { ...publicPaths, '/api/auth/links/{id}': { get: open } }
  const identity = await startService('identity', paths)
  await writeList({ identity: { url: identity.url, prefixes: ['/api/auth'] } })
  const { ask, post } = await start()
  expect((await post('/api/auth/login')).status).toBe(200)
  expect(await ask('/api/auth/links/7', null)).toBe('identity')
  for (const path of ['/api/auth/login', '/api/auth/login/x', '/api/auth/links/', '/api/auth/links/7/x']) {
    expect(await ask(path, null)).toBe(401)
  }
})

test('keeps what a service said of itself while it says nothing, and keeps all shut until it did', async () => {
  let mood: 'away' | 'well' | 'strange' = 'away'
  const identity = await startUpstream((req, res) => {
    if (req.url !== '/openapi.json') res.end('identity')
    else if (mood === 'away') res.writeHead(503).end()
    else res.end(mood === 'well' ? JSON.stringify({ paths: publicPaths }) : '<p>')
  })
  closing(identity)
  await writeList({ identity: { url: identity.url, prefixes: ['/api/auth'] } })
  const { post, checkClaims } = await start()
  const status = async () => (await post('/api/auth/login')).status
  expect(await status()).toBe(503)
  mood = 'well'
  expect(await status()).toBe(200)
  for (mood of ['strange', 'away'] as const) {
    await checkClaims()
    expect(await status()).toBe(200)
  }
})
