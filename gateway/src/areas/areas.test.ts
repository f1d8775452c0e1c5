import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type AreaRegistry, areaRegistrySchema } from '@mms/contracts'
import { StartupError } from '@mms/service-kit'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { listed, manifestOf } from '../../test/manifest.ts'
import { closing, rawRequest, startGateway, temporaryFolder } from '../../test/support.ts'
import { openAreaList } from './area-list.ts'

const log = pino({ level: 'silent' })
const script = 'export const area = 1\n'.repeat(100)

let folder: string
let listFile: string
let dist: string

beforeEach(async () => {
  folder = await temporaryFolder()
  listFile = join(folder, 'areas.json')
  dist = join(folder, 'inventory')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeManifest({})
  await writeFile(join(dist, 'mf-manifest.json'), '{}')
  await writeFile(join(dist, 'index.html'), '<p>not for here</p>')
  for (const name of ['entry.0123456789abcdef.js', 'entry.js']) {
    await writeFile(join(dist, 'assets', name), script)
    await writeFile(join(dist, 'assets', `${name}.br`), brotliCompressSync(script))
    await writeFile(join(dist, 'assets', `${name}.gz`), gzipSync(script))
  }
  await writeList({ inventory: dist })
})

const writeManifest = (over: object, name = 'inventory', to = dist) =>
  writeFile(join(to, 'area.json'), JSON.stringify(manifestOf(name, over)))

async function writeList(list: object): Promise<void> {
  await writeFile(`${listFile}.new`, JSON.stringify(list))
  await rename(`${listFile}.new`, listFile)
}

const start = async () => closing(await startGateway({ areas: await openAreaList(listFile, log) }))

const registry = async (gateway: Awaited<ReturnType<typeof start>>) => {
  const answer = await gateway.get<AreaRegistry>('/areas.json')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  return areaRegistrySchema.parse(answer.body).areas
}

test('lists the areas, each with what its live build says of itself', async () => {
  const gateway = await start()
  expect(await registry(gateway)).toEqual([
    { name: 'inventory', baseUrl: '/areas/inventory/', manifest: manifestOf('inventory') },
  ])
  await writeManifest({ build: 'b2' })
  expect((await registry(gateway))[0]?.manifest?.build).toBe('b2')
  // It tells browsers the time zone of the store, too.
  const empty = closing(await startGateway({ storeTimeZone: 'Asia/Kathmandu' }))
  const { body } = await empty.get('/areas.json')
  expect(body).toEqual({ storeTimeZone: 'Asia/Kathmandu', pageReports: true, areas: [] })
})

test('sees a changed list without a restart, and stays with the last good one', async () => {
  const gateway = await start()
  await writeList({ inventory: dist, sales: join(folder, 'nowhere') })
  expect((await registry(gateway)).map((area) => [area.name, area.manifest?.build])).toEqual([
    ['inventory', 'b1'],
    ['sales', undefined],
  ])
  await writeFile(listFile, '{"inventory": ')
  expect(await registry(gateway)).toHaveLength(2)
  await writeList({ 'In valid': dist })
  expect(await registry(gateway)).toHaveLength(2)
  await writeList({})
  expect(await registry(gateway)).toEqual([])
})

test('puts each list that it goes by on record, as a security event', async () => {
  const lines: string[] = []
  const areas = await openAreaList(listFile, pino({}, { write: (line: string) => void lines.push(line) }))
  await areas()
  const builds = ['b1', 'b2'].map((id) => listed(id))
  const sales = { source: folder, builds, stable: 'b1', canary: { build: 'b2', percent: 5 } }
  await writeList({ inventory: dist, sales })
  await areas()
  await areas()
  const events = lines.map((line) => JSON.parse(line)).filter(({ security }) => security)
  expect(events.map(({ action, areas: inForce }) => [action, inForce])).toEqual([
    ['areas.in-force', { inventory: dist }],
    ['areas.in-force', { inventory: dist, sales: 'b1, canary b2' }],
  ])
})

test('does not start with a list that it cannot use', async () => {
  await expect(openAreaList(join(folder, 'missing.json'), log)).rejects.toThrow(
    new StartupError(`The list of areas ${join(folder, 'missing.json')} does not exist.`),
  )
  await expect(openAreaList(folder, log)).rejects.toThrow(/^The list of areas .* is a folder\.$/)
  await writeFile(listFile, '')
  await expect(openAreaList(listFile, log)).rejects.toThrow(/^The list of areas .* is not usable: /)
  await writeList({ inventory: 'relative/dist' })
  await expect(openAreaList(listFile, log)).rejects.toThrow('must be an absolute folder or an http address')
})

test.each([
  ['its files are gone', () => rm(dist, { recursive: true })],
  ['its manifest is broken', () => writeFile(join(dist, 'area.json'), '{"name": "inventory"}')],
  ['its manifest is that of another', () => writeManifest({}, 'x')],
])('keeps the last manifest when %s', async (_how, spoil) => {
  const gateway = await start()
  expect((await registry(gateway))[0]?.manifest?.build).toBe('b1')
  await spoil()
  expect((await registry(gateway))[0]?.manifest?.build).toBe('b1')
})

test('serves compressed siblings to browsers that take them', async () => {
  const gateway = await start()
  const path = '/areas/inventory/assets/entry.0123456789abcdef.js'
  const raw = (coding: string) => rawRequest(gateway.url, { path, headers: { 'accept-encoding': coding } })
  const plain = { 'content-type': expect.stringContaining('javascript'), vary: 'Accept-Encoding' }
  expect((await raw('gzip, deflate, br')).headers).toMatchObject({ ...plain, 'content-encoding': 'br' })
  expect((await raw('gzip')).headers).toMatchObject({ ...plain, 'content-encoding': 'gzip' })
  const identity = await raw('identity')
  expect(identity).toMatchObject({ status: 200, body: script, headers: plain })
  expect(identity.headers).not.toHaveProperty('content-encoding')
})

test('answers 304 until a file changes, and HEAD without the file', async () => {
  const gateway = await start()
  const path = '/areas/inventory/area.json'
  const first = await gateway.get(path)
  const etag = first.headers.get('etag') ?? ''
  const again = () => rawRequest(gateway.url, { path, headers: { 'if-none-match': etag } })
  expect(await again()).toMatchObject({ status: 304, body: '' })
  const head = await rawRequest(gateway.url, { path, method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, body: '', headers: { etag } })
  await writeManifest({ build: 'another build' })
  expect((await again()).status).toBe(200)
})

test('answers 404 as a problem for what is no file, never a page, and is read only', async () => {
  const gateway = await start()
  const below = ['', '/inventory/', '/inventory/assets', '/inventory/.git/config', '/nobody/entry.js']
  for (const path of [...below, '/constructor/entry.js']) {
    const answer = await gateway.get(`/areas${path}`, { headers: { accept: 'text/html' } })
    expect(answer, path).toMatchObject({ status: 404, body: { status: 404 } })
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.has('content-encoding')).toBe(false)
  }
  expect((await gateway.post('/areas/inventory/area.json')).status).toBe(405)
})

test.each([
  ['entry', { entry: '//elsewhere.example/mf-manifest.json' }],
  ['entry', { entry: '../sales/mf-manifest.json' }],
  ['entry', { entry: 'javascript:alert(1)' }],
  ['nav', { nav: [{ label: 'Medicines', to: '//elsewhere.example', order: 1 }] }],
  ['nav', { nav: [{ label: 'Medicines', to: 'javascript:alert(1)', order: 1 }] }],
  ['routes', { routes: ['//elsewhere.example'] }],
])('refuses an area whose %s leaves its place: %j', async (_part, more) => {
  await writeManifest(more)
  expect(await registry(await start())).toEqual([
    { name: 'inventory', baseUrl: '/areas/inventory/', manifest: null },
  ])
})

test('serves no folder that holds the data of the suite, or lies in it outside areas', async () => {
  const dataFolder = join(folder, 'data')
  await mkdir(join(dataFolder, 'areas/inventory'), { recursive: true })
  await symlink(dataFolder, join(folder, 'link'))
  const openWith = async (inventory: string) => {
    await writeList({ inventory })
    return (await openAreaList(listFile, log, { dataFolder }))()
  }
  for (const source of [dataFolder, join(dataFolder, 'service-keys'), folder, '/', join(folder, 'link')])
    await expect(openWith(source), source).rejects.toThrow('holds the data of the suite')
  expect(await openWith(join(dataFolder, 'areas/inventory'))).toBeDefined()
  expect(await openWith(dist)).toBeDefined()
})

test('refuses the area that wants a page of another, and says whose it is, once', async () => {
  const [sales, greedy] = [await temporaryFolder(), await temporaryFolder()]
  await writeManifest({ routes: ['/sales', '/sales/:id'] }, 'sales', sales)
  await writeManifest({ routes: ['/greedy', '/sales/:name'] }, 'greedy', greedy)
  await writeList({ sales, greedy })
  const gateway = await start()
  const known = async () =>
    (await registry(gateway)).filter(({ manifest }) => manifest !== null).map(({ name }) => name)
  expect(await known()).toEqual(['sales'])
  expect(await known()).toEqual(['sales'])
  const warnings = gateway.lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  expect(warnings).toEqual(['the area greedy is refused: /sales/:name is a path of sales'])
  // Without the first area its path is free.
  await writeList({ greedy })
  expect(await known()).toEqual(['greedy'])
})

const files = {
  container: 'mms_area_inventory',
  entry: 'assets/entry.0123456789abcdef.js',
  definition: ['assets/area.js'],
  parts: { '/inventory': ['assets/page.js'] },
}

const palette = {
  actions: [{ label: 'Add', to: '/inventory/add' }],
  finds: [{ kind: 'Thing', ask: '/api/things?search=', label: ['name'], to: '/inventory/:_id' }],
}

/** Returns the manifest that the registry shows of an area with `more` in its own. */
async function told(more: object) {
  await writeManifest(more)
  return (await registry(await start()))[0]?.manifest
}

test('tells what an area consists of and asks first, so that a page asks for all of it at once', async () => {
  const whole = { files, asks: { '/inventory': ['/api/medicines?limit=50'] }, palette }
  expect(await told(whole)).toEqual(manifestOf('inventory', whole))
})

test.each([
  { files: { ...files, entry: '../sales/entry.js' } },
  { files: { ...files, parts: { '/inventory': ['//elsewhere.example/x.js'] } } },
  { files: { ...files, container: 'fetch' } },
  { files: { parts: 'of another day' } },
  { asks: { '/inventory': ['//elsewhere.example/api/x'] } },
  { asks: { '/inventory': ['/api/%2e%2e/areas.json'] } },
  { asks: { '/inventory': ['/api/medicines?a=\u0000'] } },
  { asks: { '/inventory': ['/api/medicines/seed-sample-data'] } },
  { palette: { actions: [{ label: 'Away', to: '//elsewhere.example' }] } },
  { palette: { ...palette, finds: [{ ...palette.finds[0], ask: '/areas.json?search=' }] } },
])('tells nothing of what leaves its place, and the rest of the area: %j', async (more) => {
  expect(await told(more)).toEqual(manifestOf('inventory'))
})
