import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createMetrics, verifyLines } from '@mms/service-kit'
import { beforeEach, expect, test } from 'vitest'
import { runArea, script, scriptOf, writeBuild } from '../../test/area-command.ts'
import { closing, startUpstream, temporaryFolder } from '../../test/support.ts'
import type { PublishedArea } from '../areas/area-list.ts'
import { publishShellVersions } from '../files/shell.ts'
import { publish as publishBuild } from './publish.ts'

let folder: string
let list: string
let dist: string
beforeEach(async () => {
  folder = await temporaryFolder()
  list = join(folder, 'areas.json')
  dist = join(folder, 'dist')
  await writeFile(list, JSON.stringify({ sales: dist }))
})

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

// A journey shows what browsers get after each command.
test('changes the list and logs each command, and tabs keep the files from before the first publish', async () => {
  await publish('b1', '--commit', 'abc')
  await publish('b2')
  await done('canary', 'sales', 'b2', '0', 'owner@shop.example')
  expect((await readArea()).canary).toEqual({ build: 'b2', percent: 0, people: ['owner@shop.example'] })
  await done('pin', 'sales', 'b2')
  expect(await done('status', 'sales')).toMatch(/b2 .* asha {2}stable\n {2}b1 {2}1\.0\.0 {2}abc .* asha\n$/)
  await done('rollback', 'sales', '--urgent', 'totals were wrong')
  expect(await readArea()).toMatchObject({ stable: 'b1', urgent: 'totals were wrong', unversioned: dist })
  await done('block', 'sales', 'b2')
  expect((await readArea()).blocked).toEqual(['b2'])
  const file = join(folder, 'areas.log')
  const text = await readFile(file, 'utf8')
  const verify = async () =>
    verifyLines(await readFile(file, 'utf8'), await readFile(`${file}.newest`, 'utf8'))
  expect(await verify()).toEqual({ lines: 6 })
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
  // A cut end is found, after further commands too.
  await writeFile(file, `${log.slice(0, 5).join('\n')}\n`)
  expect(await verify()).toEqual({ lines: 5, fault: 6 })
  await done('unblock', 'sales', 'b2')
  expect(await verify()).toEqual({ lines: 6, fault: 6 })
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
      // Runs between the comparison and the copying of the build.
      pathsOf: async () => {
        await writeFile(join(dist, script), 'other()')
        return new Map()
      },
    },
  )
  expect(await readFile(join(dist, script), 'utf8')).toBe('other()')
  expect(await readFile(join(source, 'b1', script), 'utf8')).toBe(scriptOf('b1'))
})

test('warns of a build that the running shell does not fit, by the metrics of the gateway', async () => {
  const versions = { sdk: '1.4.0', ui: '1.2.0', react: '19.3.1' }
  await writeFile(join(folder, 'versions.json'), JSON.stringify(versions))
  const metrics = createMetrics('gateway')
  publishShellVersions(folder, metrics)
  const answer = async (res: ServerResponse) => res.end(await metrics.registry.metrics())
  const { url } = closing(await startUpstream((_, res) => void answer(res)))
  await writeFile(join(folder, 'metrics-url'), `${url}/`)
  await publish('b1')
  await build('b2', { requires: { sdk: '^1.5', ui: '^1', react: '^19' } })
  await done('publish', 'sales', '--from', dist)
  for (const words of [
    ['canary', 'sales', 'b2', '10'],
    ['pin', 'sales', 'b2'],
  ])
    expect(await run(...words)).toMatchObject({ code: 0, error: expect.stringContaining('has sdk 1.4.0') })
  await done('pin', 'sales', 'b1')
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
  // b2 is stable and b3 was just replaced. Of the others, the oldest are dropped until ten builds are left.
  expect(ids).toEqual(expect.arrayContaining(['b2', 'b3', 'b4', 'c8']))
  expect(ids).not.toContain('b1')
  expect(await readdir(join(folder, 'areas/sales'))).not.toContain('b1')
})
