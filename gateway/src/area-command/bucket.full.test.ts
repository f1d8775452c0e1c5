import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AreaRegistry } from '@mms/contracts'
import { startBucket } from '@mms/service-kit/test-support/bucket'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { hashOf, runArea, script, scriptOf, startArea, writeBuild } from '../../test/area-command.ts'
import { closing, startGateway, temporaryFolder } from '../../test/support.ts'
import { openAreaList } from '../areas/area-list.ts'

let folder: string
let list: string
let dist: string
let env: Record<string, string>
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeEach(async () => {
  folder = await temporaryFolder()
  list = join(folder, 'areas.json')
  dist = join(folder, 'dist')
  await writeFile(list, '{}')
  bucket = closing(await startBucket('areas'))
  env = { AREAS_BUCKET: bucket.url, ...bucket.env }
})

const words = () => ['publish', 'sales', '--from', dist, '--file', list]

async function publish(id: string, settings = env) {
  await writeBuild(dist, id)
  return runArea(words(), folder, settings)
}
const published = { code: 0, error: '' }
const keys = () => [...bucket.objects.keys()].sort()

async function startWithList() {
  const gateway = closing(await startGateway({ areas: await openAreaList(list, pino({ level: 'silent' })) }))
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
})

test('a write that fails: one sentence, and the last good build stays', async () => {
  await publish('b1')
  const before = await readFile(list, 'utf8')
  bucket.state.beforeWrite = async (key) => {
    if (key.endsWith('mf-manifest.json')) throw new Error('full')
  }
  const { code, error } = await publish('b2')
  expect(code).toBe(1)
  expect(error).toMatch(/^The bucket refused PUT \/sales\/b2\/[^\n]+answered 500[^\n]*$/)
  expect(await readFile(list, 'utf8')).toBe(before)
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
