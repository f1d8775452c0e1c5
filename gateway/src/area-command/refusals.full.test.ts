import { execFile } from 'node:child_process'
import { link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runArea, script, writeBuild } from '../../test/area-command.ts'

// All tests use a list with two builds: b1 is stable, b2 is not. No refusal may change it.

const mkfifo = (path: string) => promisify(execFile)('mkfifo', [path])

let folder: string
/** A secret file that must never be published. */
let key: string
let list: string
let dist: string
let listed: string

const build = (id: string, over?: object) => writeBuild(dist, id, over)
const run = (...words: string[]) => runArea([...words, '--file', list], folder)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-area-command-'))
  list = join(folder, 'areas.json')
  dist = join(folder, 'dist')
  key = join(folder, 'identity-signing-key.pem')
  await writeFile(key, '-----BEGIN PRIVATE KEY-----')
  await writeFile(list, JSON.stringify({ sales: dist }))
  for (const id of ['b1', 'b2']) {
    await build(id)
    expect(await run('publish', 'sales', '--from', dist)).toMatchObject({ code: 0 })
  }
  listed = await readFile(list, 'utf8')
})
beforeEach(async () => {
  await rm(dist, { recursive: true })
  await build('b3')
})
afterEach(() => writeFile(list, listed))
afterAll(() => rm(folder, { recursive: true }))

describe('a publish that is refused', () => {
  const broken: [string, string, () => Promise<unknown>][] = [
    ['area.json breaks', 'is not valid', () => build('b3', { nav: 7 })],
    ['area.json is no JSON', 'is not valid', () => writeFile(join(dist, 'area.json'), '{')],
    ['another area', 'belongs to the area alerts', () => build('b3', { name: 'alerts' })],
    ['an id that leaves the folder', 'not a valid folder name', () => build('../b3')],
    ['a changed file', 'its integrity differs', () => writeFile(join(dist, script), 'other()')],
    ['a missing file', 'is missing', () => rm(join(dist, script))],
    ['a script of no integrity', 'is missing in area.json', () => build('b3', { integrity: {} })],
    ['no integrity at all', 'does not name its files', () => build('b3', { integrity: undefined })],
    [
      'a link in the place of a map',
      'mf-manifest.json.map is a link or a device',
      () => symlink(key, join(dist, 'mf-manifest.json.map')),
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
    await spoil()
    const before = await readFile(list, 'utf8')
    const { code, error } = await run('publish', 'sales', '--from', dist)
    expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 1 })
    expect(error).toContain(words)
    expect(await readFile(list, 'utf8')).toBe(before)
    expect((await readdir(join(folder, 'areas/sales'))).toSorted()).toEqual(['b1', 'b2'])
  })
})

test.each([
  [['pin', 'sales', 'b9'], 'Unknown build b9. Published builds: b1, b2.'],
  [['pin', 'sales', 'b1'], 'is stable already'],
  [['canary', 'sales', 'b2', '300'], 'from 0 to 100'],
  [['canary', 'sales', 'b2', '0'], 'needs at least one named user'],
  [['canary', 'sales', 'b1', '5'], 'is stable'],
  [['rollback', 'sales'], 'no earlier stable build'],
  [['block', 'sales', 'b1'], 'no earlier stable build'],
  [['unblock', 'sales', 'b2'], 'is not blocked'],
  [['pin', 'nothing', 'b1'], 'There is no area nothing'],
  [['dance', 'sales'], 'npm run area'],
  [['pin', 'sales', '--percent', '3'], 'Unknown option'],
])('%j is refused: %s', async (words, sentence) => {
  const { code, error } = await run(...words)
  expect(code).toBe(1)
  expect(error).toContain(sentence)
  expect(await readFile(list, 'utf8')).toBe(listed)
})
