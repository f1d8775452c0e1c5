import { once } from 'node:events'
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '@mms/service-kit/ports'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { script, startArea, writeBuild } from '../../test/area-command.ts'
import {
  loadPage,
  loadWhileShipping,
  personOf,
  publishBuild,
  ship,
  startRealGateway,
} from '../../test/page-loads.ts'

let folder: string
const open: Awaited<ReturnType<typeof startRealGateway>>[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-real-'))
  await writeFile(join(folder, 'areas.json'), '{}')
  await publishBuild(folder, 'b1')
  await publishBuild(folder, 'b2')
})
afterEach(async () => {
  for (const each of open.splice(0)) await each.kill()
  await rm(folder, { recursive: true })
})

async function start(more: Record<string, string> = {}): Promise<string> {
  const gateway = await startRealGateway(folder, more)
  open.push(gateway)
  return gateway.url
}

/** Who of a thousand people gets the build. */
async function peopleWith(url: string, build: string): Promise<number[]> {
  const found: number[] = []
  for (let number = 0; number < 1_000; number += 1)
    if ((await loadPage(url, personOf(number))) === build) found.push(number)
  return found
}

test('a canary of 10 percent is a tenth of a thousand people, the same on two gateways and after a restart', async () => {
  const urls = [await start(), await start()]
  await ship(folder, 'canary', 'sales', 'b2', '10')
  const [first = [], second] = await Promise.all(urls.map((url) => peopleWith(url, 'b2')))
  expect(first.length).toBeGreaterThanOrEqual(80)
  expect(first.length).toBeLessThanOrEqual(120)
  expect(second).toEqual(first)
  await open[0]?.kill()
  expect(await peopleWith(await start(), 'b2')).toEqual(first)
})

test('a rollback is in force at the next load, on every gateway', async () => {
  const urls = [await start(), await start()]
  await ship(folder, 'pin', 'sales', 'b2')
  const builds = () => Promise.all(urls.map((url) => loadPage(url, personOf(1))))
  expect(await builds()).toEqual(['b2', 'b2'])
  await ship(folder, 'rollback', 'sales')
  expect(await builds()).toEqual(['b1', 'b1'])
})

test('no page fails while builds are published, pinned and rolled back', async () => {
  const urls = [await start(), await start()]
  const { loads, shipped, builds, failures } = await loadWhileShipping(folder, urls, 2_000)
  expect(failures).toEqual([])
  expect(loads).toBeGreaterThanOrEqual(2_000)
  expect(builds.size).toBeGreaterThan(1)
  expect(shipped).toBeGreaterThan(0)
})

test('a publish that is killed at any moment is there whole or not at all, and the next one goes on', async () => {
  const url = await start()
  await ship(folder, 'pin', 'sales', 'b2')
  const dist = join(folder, 'dist')
  for (const wait of [100, 200, 300, 400, 500, 700]) {
    const id = `k${wait}`
    await writeBuild(dist, id)
    const list = join(folder, 'areas.json')
    const child = startArea(['publish', 'sales', '--from', dist, '--file', list], folder)
    const ended = once(child, 'exit')
    await setTimeout(wait)
    child.kill('SIGKILL')
    await ended
    expect(await loadPage(url, personOf(1))).toBe('b2')
    const { builds } = JSON.parse(await readFile(list, 'utf8')).sales as { builds: { id: string }[] }
    const file = await fetch(`${url}/areas/sales/${id}/${script}`)
    expect(file.status).toBe(builds.some((build) => build.id === id) ? 200 : 404)
  }
  await publishBuild(folder, 'b3')
  const left = await readdir(join(folder, 'areas/sales'))
  expect(left.filter((name) => name.startsWith('.'))).toEqual([])
})

test('two gateways with different lists: a sentence, the build before, an alert, and neither is started again', async () => {
  const AREAS_FILE = join(folder, 'older.json')
  const changed = join(folder, 'areas.json')
  await copyFile(changed, AREAS_FILE)
  const ports = [await findFreePort(), await findFreePort()]
  const [newer, older] = [
    await start({ OPS_PORT: `${ports[0]}` }),
    await start({ OPS_PORT: `${ports[1]}`, AREAS_FILE }),
  ]
  await publishBuild(folder, 'b3')
  await ship(folder, 'pin', 'sales', 'b3')
  const lists = async () => {
    const contents = await Promise.all(
      ports.map(async (port) => {
        const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
        return /^watched_file_content\{.*file="list of areas".*\} (\S+)$/m.exec(metrics)?.[1]
      }),
    )
    return new Set(contents).size
  }
  expect(await loadPage(newer, personOf(1))).toBe('b3')
  expect(await loadPage(older, personOf(1))).toBe('b1')
  // What the alert WatchedFileDiffers looks at.
  expect(await lists()).toBe(2)
  const ofPage = (build: string) => `${older}/areas/sales/${build}/${script}`
  const refused = await fetch(ofPage('b3'))
  expect([refused.status, await refused.json()]).toMatchObject([
    404,
    { code: 'gateway.no_such_build', detail: expect.stringContaining('another gateway may be newer') },
  ])
  // A page that has the older list finds its build on both.
  for (const url of [newer, older]) expect((await fetch(`${url}/areas/sales/b1/${script}`)).status).toBe(200)
  await copyFile(changed, AREAS_FILE)
  expect(await loadPage(older, personOf(1))).toBe('b3')
  expect((await fetch(ofPage('b3'))).status).toBe(200)
  expect(await lists()).toBe(1)
})
