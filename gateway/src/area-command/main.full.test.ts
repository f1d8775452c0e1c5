import { execFile } from 'node:child_process'
import { cp, link, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type AreaRegistry, areaRegistrySchema, PERSON_COOKIE } from '@mms/contracts'
import { verifyLines } from '@mms/service-kit'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runArea, script, scriptOf, writeBuild } from '../../test/area-command.ts'
import { startGateway } from '../../test/support.ts'
import { openAreaList, type PublishedArea } from '../areas/area-list.ts'
import { publish as publishBuild } from './publish.ts'

const mkfifo = (path: string) => promisify(execFile)('mkfifo', [path])

let folder: string
/** A file that no build may publish. */
let key: string
let list: string
let dist: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-area-command-'))
  list = join(folder, 'areas.json')
  dist = join(folder, 'dist')
  key = join(folder, 'identity-signing-key.pem')
  await writeFile(key, '-----BEGIN PRIVATE KEY-----')
  await writeFile(list, JSON.stringify({ sales: dist }))
})
afterEach(() => rm(folder, { recursive: true }))

const build = (id: string, over?: object) => writeBuild(dist, id, over)
const run = (...words: string[]) => runArea([...words, '--file', list], folder)

async function done(...words: string[]) {
  const result = await run(...words)
  expect(result).toMatchObject({ code: 0, error: '' })
  return result.out
}

async function publish(id: string, ...more: string[]) {
  await build(id)
  return done('publish', 'sales', '--from', dist, ...more)
}

const readArea = async (): Promise<PublishedArea> => JSON.parse(await readFile(list, 'utf8')).sales

test('publishes, tries on some, makes stable and goes back, and a running gateway follows', async () => {
  const gateway = await startGateway({ areas: await openAreaList(list, pino({ level: 'silent' })) })
  const buildFor = async (person = '') => {
    const cookie = `${PERSON_COOKIE}=${encodeURIComponent(person)}`
    const { body } = await gateway.get<AreaRegistry>('/areas.json', { headers: { cookie } })
    const [entry] = areaRegistrySchema.parse(body).areas
    return `${entry?.baseUrl} ${entry?.manifest?.build}`
  }
  await build('b0')
  expect(await buildFor()).toBe('/areas/sales/ b0')
  await publish('b1', '--commit', 'abc')
  expect(await buildFor()).toBe('/areas/sales/b1/ b1')
  await publish('b2')
  expect(await buildFor('u1 owner@shop.example')).toBe('/areas/sales/b1/ b1')
  await done('canary', 'sales', 'b2', '0', 'owner@shop.example')
  expect(await buildFor('u1 owner@shop.example')).toBe('/areas/sales/b2/ b2')
  expect(await buildFor('u2 staff@shop.example')).toBe('/areas/sales/b1/ b1')
  await done('pin', 'sales', 'b2')
  expect(await buildFor()).toBe('/areas/sales/b2/ b2')
  expect(await done('status', 'sales')).toMatch(/b2 .* asha {2}stable\n {2}b1 {2}1\.0\.0 {2}abc .* asha\n$/)
  await done('rollback', 'sales', '--urgent', 'totals were wrong')
  expect(await buildFor()).toBe('/areas/sales/b1/ b1')
  expect((await gateway.get<AreaRegistry>('/areas.json')).body.areas[0]?.urgent).toBe('totals were wrong')
  const file = await gateway.get<string>(`/areas/sales/b2/${script}`)
  expect(file.body).toBe(scriptOf('b2'))
  await done('block', 'sales', 'b2')
  expect((await gateway.get(`/areas/sales/b2/${script}`)).status).toBe(404)
  // Open tabs still get files from before the first publish.
  expect((await gateway.get<string>('/areas/sales/assets/left.js')).body).toBe('of an earlier build')
  const text = await readFile(join(folder, 'areas.log'), 'utf8')
  const newest = await readFile(join(folder, 'areas.log.newest'), 'utf8')
  expect(verifyLines(text, newest)).toEqual({ lines: 6 })
  expect(verifyLines(text.replace('owner@shop', 'other@shop')).fault).toBe(3)
  const log = text.trim().split('\n')
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { who: 'asha', area: 'sales', command: 'publish sales' },
    { command: 'publish sales' },
    { command: 'canary sales b2 0 owner@shop.example' },
    { command: 'pin sales b2' },
    { command: 'rollback sales', urgent: 'totals were wrong' },
    { command: 'block sales b2' },
  ])
  await gateway.close()
})

test('a cut end of areas.log is found, after further commands too', async () => {
  await publish('b1')
  await publish('b2')
  const log = join(folder, 'areas.log')
  const [line] = (await readFile(log, 'utf8')).split('\n')
  await writeFile(log, `${line}\n`)
  const verify = async () => verifyLines(await readFile(log, 'utf8'), await readFile(`${log}.newest`, 'utf8'))
  expect(await verify()).toEqual({ lines: 1, fault: 2 })
  await done('pin', 'sales', 'b2')
  expect(await verify()).toEqual({ lines: 2, fault: 2 })
})

test('publishes the files that the build names and no other, with compressed siblings of its own', async () => {
  await build('b1')
  await writeFile(join(dist, 'mf-manifest.json.map'), 'of no known content')
  await publish('b1')
  const place = join(folder, 'areas/sales/b1')
  const files = await readdir(place, { recursive: true })
  const siblings = ['area.json.br', 'area.json.gz', `${script}.br`, `${script}.gz`]
  expect(files.sort()).toEqual(['area.json', 'assets', script, 'mf-manifest.json', ...siblings].sort())
  const content = Buffer.from(scriptOf('b1'))
  expect(brotliDecompressSync(await readFile(join(place, `${script}.br`)))).toEqual(content)
  expect(gunzipSync(await readFile(join(place, `${script}.gz`)))).toEqual(content)
})

test('a file that changes after it was compared is published as it was compared', async () => {
  await build('b1')
  const source = join(folder, 'areas/sales')
  await publishBuild(
    {},
    {
      ...{ area: 'sales', from: dist, sourceOf: () => source, bucket: undefined },
      ...{ commit: 'abc', who: 'asha', now: new Date() },
      // Called between comparing and copying the build.
      pathsOf: async () => {
        await writeFile(join(dist, script), 'other()')
        return new Map()
      },
    },
  )
  expect(await readFile(join(dist, script), 'utf8')).toBe('other()')
  expect(await readFile(join(source, 'b1', script), 'utf8')).toBe(scriptOf('b1'))
})

describe('a publish that is refused', () => {
  const broken: [string, string, () => Promise<unknown>][] = [
    ['area.json breaks', 'breaks the contract', () => build('b2', { nav: 7 })],
    ['area.json is no JSON', 'breaks the contract', () => writeFile(join(dist, 'area.json'), '{')],
    ['another area', 'is of the area alerts', () => build('b2', { name: 'alerts' })],
    ['an id that leaves the folder', 'no id that can name a folder', () => build('../b2')],
    ['a changed file', 'its integrity differs', () => writeFile(join(dist, script), 'other()')],
    ['a missing file', 'is missing', () => rm(join(dist, script))],
    ['a script of no integrity', 'is missing in area.json', () => build('b2', { integrity: {} })],
    ['no integrity at all', 'does not name its files', () => build('b2', { integrity: undefined })],
    [
      'a link in the place of a map',
      'mf-manifest.json.map is a link or a device',
      () => symlink(key, join(dist, 'mf-manifest.json.map')),
    ],
    [
      'a link in the place of a script, to a file of the right content',
      'is a link or a device',
      async () => {
        await rename(join(dist, script), join(folder, 'script.js'))
        await symlink(join(folder, 'script.js'), join(dist, script))
      },
    ],
    [
      'a link to a folder',
      'assets is a link or a device',
      async () => {
        await rename(join(dist, 'assets'), join(folder, 'elsewhere'))
        await symlink(join(folder, 'elsewhere'), join(dist, 'assets'))
      },
    ],
    [
      'a second name of a file from elsewhere',
      'left.js is a link or a device',
      async () => {
        await rm(join(dist, 'assets/left.js'))
        await link(key, join(dist, 'assets/left.js'))
      },
    ],
    ['a FIFO', 'pipe.js is a link or a device', () => mkfifo(join(dist, 'pipe.js'))],
    [
      'a FIFO in the place of area.json',
      'area.json is a link or a device',
      async () => {
        await rm(join(dist, 'area.json'))
        await mkfifo(join(dist, 'area.json'))
      },
    ],
    ['a build that is there', 'was published at', async () => build('b1')],
    [
      'a path of another area',
      'The path /sales belongs to the area alerts',
      async () => {
        const other = join(folder, 'alerts')
        await mkdir(other)
        const manifest = JSON.parse(await readFile(join(dist, 'area.json'), 'utf8'))
        await writeFile(join(other, 'area.json'), JSON.stringify({ ...manifest, name: 'alerts' }))
        await writeFile(list, JSON.stringify({ ...JSON.parse(await readFile(list, 'utf8')), alerts: other }))
      },
    ],
  ]
  test.each(broken)('%s: one sentence, and nothing changes', async (_what, words, spoil) => {
    await publish('b1')
    await build('b2')
    await spoil()
    const before = await readFile(list, 'utf8')
    const { code, error } = await run('publish', 'sales', '--from', dist)
    expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(error).toContain(words)
    expect(await readFile(list, 'utf8')).toBe(before)
    expect(await readdir(join(folder, 'areas/sales'))).toEqual(['b1'])
  })
})

test.each([
  [['pin', 'sales', 'b9'], 'There is no published build b9. There are b1, b2.'],
  [['pin', 'sales', 'b1'], 'is stable already'],
  [['canary', 'sales', 'b2', '300'], 'from 0 to 100'],
  [['canary', 'sales', 'b2', 'ten'], 'from 0 to 100'],
  [['canary', 'sales', 'b2', '0'], 'needs people by name'],
  [['canary', 'sales', 'b1', '5'], 'is stable'],
  [['rollback', 'sales'], 'no earlier stable build'],
  [['block', 'sales', 'b1'], 'no earlier stable build'],
  [['unblock', 'sales', 'b2'], 'is not blocked'],
  [['pin', 'nothing', 'b1'], 'There is no area nothing'],
  [['dance', 'sales'], 'npm run area'],
  [['pin', 'sales', '--percent', '3'], 'Unknown option'],
])('%j is refused: %s', async (words, sentence) => {
  await publish('b1')
  await publish('b2')
  const before = await readFile(list, 'utf8')
  const { code, error } = await run(...words)
  expect(code).toBe(1)
  expect(error).toContain(sentence)
  expect(await readFile(list, 'utf8')).toBe(before)
})

test('two publishes at once are both listed, or one says to try again', async () => {
  await publish('b1')
  const folders: string[] = []
  for (const id of ['b2', 'b3']) {
    await build(id)
    folders.push(join(folder, id))
    await cp(dist, join(folder, id), { recursive: true })
  }
  const results = await Promise.all(folders.map((from) => run('publish', 'sales', '--from', from)))
  expect((await readArea()).builds).toHaveLength(1 + results.filter(({ code }) => code === 0).length)
  expect(results.some(({ code }) => code === 0)).toBe(true)
  for (const { code, error } of results) if (code !== 0) expect(error).toContain('Another area command')
})

test('goes on after a publish that was killed half-way', async () => {
  await publish('b1')
  await mkdir(join(folder, 'areas/sales/.b2.12345/assets'), { recursive: true })
  await writeFile(`${list}.lock`, '999999999')
  await publish('b2')
  expect((await readdir(join(folder, 'areas/sales'))).sort()).toEqual(['b1', 'b2'])
})

test('keeps ten builds and what was replaced within seven days, and removes the oldest others', async () => {
  for (let i = 1; i <= 3; i += 1) await publish(`b${i}`)
  await done('pin', 'sales', 'b2')
  const area = await readArea()
  const old = '2020-01-01T00:00:00.000Z'
  const more = Array.from({ length: 9 }, (_, i) => ({ ...area.builds[2], id: `c${i}`, replacedAt: old }))
  const builds = [{ ...area.builds[0], replacedAt: old }, ...area.builds.slice(1), ...more]
  await writeFile(list, JSON.stringify({ sales: { ...area, builds } }))
  await publish('b4')
  const ids = (await readArea()).builds.map(({ id }) => id)
  // b2 is stable and b3 was just replaced; of the others the oldest are dropped down to ten.
  expect(ids).toEqual(expect.arrayContaining(['b2', 'b3', 'b4', 'c8']))
  expect(ids).not.toContain('b1')
  expect(await readdir(join(folder, 'areas/sales'))).not.toContain('b1')
})
