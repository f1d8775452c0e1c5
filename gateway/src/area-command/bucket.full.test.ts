import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AreaRegistry } from '@mms/contracts'
import { startBucket } from '@mms/service-kit/test-support/bucket'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf, runArea, script, scriptOf, startArea, writeBuild } from '../../test/area-command.ts'
import { startGateway } from '../../test/support.ts'
import { openAreaList } from '../areas/area-list.ts'

let folder: string
let list: string
let dist: string
let env: Record<string, string>
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-bucket-'))
  list = join(folder, 'areas.json')
  dist = join(folder, 'dist')
  await writeFile(list, '{}')
  bucket = await startBucket('areas')
  env = { AREAS_BUCKET: bucket.url, ...bucket.env }
})
afterEach(async () => {
  await bucket.close()
  await rm(folder, { recursive: true })
})

const words = () => ['publish', 'sales', '--from', dist, '--file', list]

async function publish(id: string, settings = env) {
  await writeBuild(dist, id)
  return runArea(words(), folder, settings)
}
const published = { code: 0, error: '' }
const keys = () => [...bucket.objects.keys()].sort()

async function startWithList() {
  const gateway = await startGateway({ areas: await openAreaList(list, pino({ level: 'silent' })) })
  const live = async () => (await gateway.get<AreaRegistry>('/areas.json')).body.areas[0]?.baseUrl
  return { gateway, live }
}

test('uploads the files of a build, area.json last, and gateways serve them', async () => {
  const order: string[] = []
  bucket.state.beforeWrite = async (key) => {
    order.push(key)
  }
  const map = { mappings: 'a long line; '.repeat(100) }
  const files = { [script]: scriptOf('b1'), [`${script}.map`]: JSON.stringify(map), 'mf-manifest.json': '{}' }
  await writeBuild(dist, 'b1', {
    integrity: Object.fromEntries(Object.entries(files).map(([file, text]) => [file, hashOf(text)])),
  })
  await writeFile(join(dist, `${script}.map`), JSON.stringify(map))
  await writeFile(join(dist, 'mf-manifest.json.map'), 'of no known content')
  expect(await runArea(words(), folder, env)).toMatchObject(published)
  expect(order).toEqual([
    `sales/b1/${script}`,
    `sales/b1/${script}.map`,
    'sales/b1/mf-manifest.json',
    'sales/b1/area.json',
  ])
  const { gateway, live } = await startWithList()
  expect(await live()).toBe('/areas/sales/b1/')
  const file = await gateway.get<string>(`/areas/sales/b1/${script}`)
  expect(file).toMatchObject({ status: 200, body: scriptOf('b1') })
  expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(file.headers.get('cache-control')).toContain('immutable')
  const compressed = await gateway.get(`/areas/sales/b1/${script}.map`)
  expect(compressed.headers.get('content-encoding')).toBe('gzip')
  expect(compressed.body).toEqual(map)
  await gateway.close()
})

test.each([
  ['a write that fails', async () => Promise.reject(new Error('full')), 'answered 500'],
  ['a wrong key', undefined, 'answered 403'],
])('%s: one sentence, and the last good build stays', async (_what, beforeWrite, reason) => {
  await publish('b1')
  const before = { list: await readFile(list, 'utf8'), keys: keys() }
  bucket.state.beforeWrite = async (key) => {
    if (key.endsWith('mf-manifest.json')) await beforeWrite?.()
  }
  const settings = beforeWrite ? env : { ...env, AWS_SECRET_ACCESS_KEY: 'other' }
  const { code, error } = await publish('b2', settings)
  expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(error).toMatch(/^The bucket refused PUT \/sales\/b2\//)
  expect(error).toContain(reason)
  expect(await readFile(list, 'utf8')).toBe(before.list)
  expect(keys().filter((key) => key.endsWith('area.json'))).toEqual(['sales/b1/area.json'])
})

test('of an upload that is killed half-way nothing is visible, and the next one goes on', async () => {
  await publish('b1')
  const { gateway, live } = await startWithList()
  const halfWay = Promise.withResolvers<void>()
  bucket.state.beforeWrite = (key) => {
    if (!key.endsWith('mf-manifest.json')) return Promise.resolve()
    halfWay.resolve()
    return new Promise(() => {})
  }
  await writeBuild(dist, 'b2')
  const child = startArea(words(), folder, env)
  await halfWay.promise
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await live()).toBe('/areas/sales/b1/')
  expect((await gateway.get(`/areas/sales/b2/${script}`)).status).toBe(404)
  bucket.state.beforeWrite = async () => {}
  expect(await publish('b2')).toMatchObject(published)
  expect((await gateway.get(`/areas/sales/b2/${script}`)).status).toBe(200)
  await gateway.close()
})

test('deletes what is not listed once it is a week old, of this area alone', async () => {
  const content = Buffer.from('x')
  const keep = (key: string, days: number) =>
    bucket.objects.set(key, { content, headers: {}, at: new Date(Date.now() - days * 86_400_000) })
  for (const file of ['a.js', 'b.js', 'area.json']) keep(`sales/gone/${file}`, 8)
  keep('sales/on-its-way/a.js', 6)
  keep('alerts/gone/a.js', 8)
  await publish('b1')
  for (const [key, { headers }] of bucket.objects) {
    if (key.startsWith('sales/b1/')) bucket.objects.set(key, { content, headers, at: new Date(0) })
  }
  expect(await publish('b2')).toMatchObject(published)
  const builds = new Set(keys().map((key) => key.split('/').slice(0, 2).join('/')))
  expect([...builds]).toEqual(['alerts/gone', 'sales/b1', 'sales/b2', 'sales/on-its-way'])
})
