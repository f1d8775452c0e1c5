import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AreaRegistry, areaRegistrySchema, PERSON_COOKIE, SECURE_PERSON_COOKIE } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { hashOf, script } from '../../test/area-command.ts'
import { listed, manifestOf } from '../../test/manifest.ts'
import { closing, rawRequest, startGateway, startUpstream, temporaryFolder } from '../../test/support.ts'
import { type AreaList, areaListSchema, type PublishedArea } from './area-list.ts'
import { canaryPosition, chooseBuild } from './choose-build.ts'

let folder: string

beforeEach(async () => {
  folder = await temporaryFolder()
})

const salesOf = (build: string) =>
  manifestOf('sales', {
    build,
    files: { container: 'mms_area_sales', entry: script, definition: [], parts: {} },
    integrity: { [script]: hashOf(build), 'mf-manifest.json': hashOf('{}') },
  })

/** Writes the files of a build. Returns its list entry. */
async function writeBuild(id: string) {
  const text = JSON.stringify(salesOf(id))
  await mkdir(join(folder, id, 'assets'), { recursive: true })
  await writeFile(join(folder, id, 'area.json'), text)
  await writeFile(join(folder, id, script), id)
  return listed(id, hashOf(text))
}

async function area(more: Partial<PublishedArea> = {}): Promise<PublishedArea> {
  const builds = [await writeBuild('b1'), await writeBuild('b2'), await writeBuild('b3')]
  return { source: folder, builds, stable: 'b1', previous: [], blocked: [], ...more }
}

const start = async (list: AreaList) => closing(await startGateway({ areas: async () => list }))

type Gateway = Awaited<ReturnType<typeof start>>

async function entryFor(gateway: Gateway, cookie = '') {
  const { body } = await gateway.get<AreaRegistry>('/areas.json', { headers: { cookie } })
  const [entry] = areaRegistrySchema.parse(body).areas
  if (!entry) throw new Error('no area')
  return entry
}
const cookieOf = (id: string, email = `${id}@shop.example`) =>
  `${PERSON_COOKIE}=${encodeURIComponent(`${id} ${email}`)}`

test('names the stable build, the integrity of its entry, and earlier live builds for other pages', async () => {
  const entry = await entryFor(await start({ sales: await area({ previous: ['b3', 'b2'] }) }))
  expect(entry).toMatchObject({ baseUrl: '/areas/sales/b1/', perPerson: false })
  expect(entry.manifest).toMatchObject({ build: 'b1', integrity: { [script]: hashOf('b1') } })
  expect(Object.keys(entry.manifest?.integrity ?? {})).toEqual([script])
  expect(entry.others?.map(({ baseUrl }) => baseUrl)).toEqual(['/areas/sales/b2/', '/areas/sales/b3/'])
})

test('falls back to the stable build from a canary, and never to a build that was only published', async () => {
  const canary = { build: 'b3', percent: 0, people: ['u1'] }
  const gateway = await start({ sales: await area({ canary }) })
  const othersFor = async (cookie?: string) =>
    (await entryFor(gateway, cookie)).others?.map(({ baseUrl }) => baseUrl)
  expect(await othersFor(cookieOf('u1'))).toEqual(['/areas/sales/b1/'])
  expect(await othersFor()).toEqual([])
})

test('gives the canary to those it names, to a share of the others, and to no visitor', async () => {
  const canary = { build: 'b2', percent: 0, people: ['u1', 'owner@shop.example'] }
  const list = { sales: await area({ canary }) }
  const gateway = await start(list)
  const buildFor = async (cookie?: string) => (await entryFor(gateway, cookie)).manifest?.build
  expect(await buildFor()).toBe('b1')
  expect(await buildFor(cookieOf('u1'))).toBe('b2')
  expect(await buildFor(cookieOf('u2'))).toBe('b1')
  expect(await buildFor(cookieOf('u2', 'owner@shop.example'))).toBe('b2')
  expect(await buildFor(`${PERSON_COOKIE}=%E0%A4%A`)).toBe('b1')
  expect(await buildFor(`${cookieOf('u2')}; ${SECURE_PERSON_COOKIE}=u1`)).toBe('b2')
  canary.percent = 100
  expect(await buildFor(cookieOf('u2'))).toBe('b2')
  expect(await buildFor()).toBe('b1')
  const { headers } = await gateway.get('/areas.json')
  expect(headers.get('cache-control')).toBe('private, no-cache')
  expect(headers.get('vary')).toContain('Cookie')
})

test('a tenth of a thousand people is a tenth, the same in every process and others for another area', () => {
  const people = Array.from({ length: 1_000 }, (_, i) => ({
    id: `0192f3c4-7a1b-7000-8000-${String(i).padStart(12, '0')}`,
    email: '',
  }))
  const canary = { build: 'b2', percent: 10, people: [] }
  const inCanary = (name: string) =>
    people.filter((person) => chooseBuild(name, { canary, stable: 'b1' }, person) === 'b2')
  expect(inCanary('sales').length).toBeGreaterThanOrEqual(80)
  expect(inCanary('sales').length).toBeLessThanOrEqual(120)
  expect(inCanary('alerts').map(({ id }) => id)).not.toEqual(inCanary('sales').map(({ id }) => id))
  // Pins the hash: another one would move people between builds during a canary.
  const first = createHash('sha256').update('sales u1').digest().readUInt32BE()
  expect(canaryPosition('sales', 'u1')).toBeCloseTo((first / 4_294_967_296) * 100, 9)
})

test('serves the files of every listed build, none of a blocked one, and what tabs had before the first publish', async () => {
  const unversioned = join(folder, 'dist')
  await mkdir(join(unversioned, 'assets'), { recursive: true })
  await writeFile(join(unversioned, 'assets/old.js'), 'old')
  await writeBuild('unlisted')
  const gateway = await start({ sales: await area({ previous: ['b2', 'b3'], blocked: ['b3'], unversioned }) })
  const read = async (path: string) => {
    const { status, body } = await rawRequest(gateway.url, { path: `/areas/sales/${path}` })
    return status === 200 ? body : `${status} ${JSON.parse(body).code}`
  }
  expect(await read(`b1/${script}`)).toBe('b1')
  expect(await read(`b2/${script}`)).toBe('b2')
  expect(await read(`b3/${script}`)).toBe('404 gateway.no_such_build')
  expect(await read('b1/absent.js')).toBe('404 gateway.no_such_file')
  expect(await read('assets/old.js')).toBe('old')
  const { others } = await entryFor(gateway)
  expect(others?.map(({ baseUrl }) => baseUrl)).toEqual(['/areas/sales/b2/'])
})

test('does not pass on a manifest that differs from the published one', async () => {
  const gateway = await start({ sales: await area() })
  const improved = { ...salesOf('b1'), title: 'Sales, improved' }
  await writeFile(join(folder, 'b1/area.json'), JSON.stringify(improved))
  expect((await entryFor(gateway)).manifest).toBeNull()
  expect(JSON.stringify(gateway.lines.map(({ err }) => err))).toContain('differs from the published one')
})

test('reads builds from an origin, below the name of the build', async () => {
  const origin = await startUpstream((req, res) => {
    const [, build = '', file] = /^\/(b\d)\/(.+)$/.exec(req.url ?? '') ?? []
    res.end(file === 'area.json' ? JSON.stringify(salesOf(build)) : `${build} ${file}`)
  })
  closing(origin)
  const gateway = await start({ sales: await area({ source: origin.url, stable: 'b2' }) })
  expect((await entryFor(gateway)).manifest?.build).toBe('b2')
  const answer = await rawRequest(gateway.url, { path: '/areas/sales/b2/assets/a.js' })
  expect(answer).toMatchObject({ status: 200, body: 'b2 assets/a.js' })
})

test.each([
  ['no published build', { stable: 'b9' }],
  ['no published build', { canary: { build: 'b9', percent: 1, people: [] } }],
  ['is blocked', { blocked: ['b1'] }],
  ['is blocked', { blocked: ['b2'], canary: { build: 'b2', percent: 1, people: [] } }],
  ['<=100', { canary: { build: 'b2', percent: 300, people: [] } }],
  ['folder or an http address', { source: 'relative' }],
])('a list is refused: %s (%j)', async (words, more) => {
  const result = areaListSchema.safeParse({ sales: { ...(await area()), ...more } })
  expect(JSON.stringify(result.error?.issues)).toContain(words)
})
