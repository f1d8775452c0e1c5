import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createLifecycle, createLogger, createMetrics } from '@mms/service-kit'
import { startApp, type TestClient } from '@mms/service-kit/test-support'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../test/manifest.ts'
import { startGateway, type TestGateway } from '../../test/support.ts'
import { createOperations } from '../app.ts'
import { openAreaList } from '../areas/area-list.ts'
import { createAutomaticRollback } from './automatic-rollback.ts'
import { listInFile } from './list-file.ts'

const hashOf = (content: string) => `sha256-${createHash('sha256').update(content).digest('base64')}`

let folder: string
let list: string
let gateway: TestGateway
let operations: TestClient
let metrics: ReturnType<typeof createMetrics>

async function buildOf(id: string) {
  const manifest = manifestOf('sales', { build: id })
  await mkdir(join(folder, 'sales', id), { recursive: true })
  await writeFile(join(folder, 'sales', id, 'area.json'), JSON.stringify(manifest))
  const { version, requires } = manifest
  const integrity = hashOf(JSON.stringify(manifest))
  return { id, version, publishedAt: '2026-11-23T10:00:00.000Z', publishedBy: 'asha', integrity, requires }
}

const begin = async (automatic: boolean) => {
  const canary = { build: 'b2', percent: 10, people: [], automatic }
  const builds = [await buildOf('b1'), await buildOf('b2')]
  const sales = { source: join(folder, 'sales'), builds, stable: 'b1', canary }
  await writeFile(list, JSON.stringify({ sales }))
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-automatic-'))
  list = join(folder, 'areas.json')
  await begin(true)
  metrics = createMetrics('gateway')
  gateway = await startGateway({ metrics, areas: await openAreaList(list, createLogger({ name: 'x' })) })
  operations = await startApp(createOperations({ metrics, lifecycle: createLifecycle() }))
  await writeFile(join(folder, 'metrics-url'), `${operations.url}/metrics\n`)
})
afterEach(async () => {
  await gateway.close()
  await operations.close()
  await rm(folder, { recursive: true })
})

/** What browsers report: views and problems of a build, and paints of so many milliseconds. */
async function report(build: string, views: number, problems: number, paint: number) {
  const place = { area: 'sales', build, page: '/sales' }
  const send = async (...reports: object[]) =>
    expect((await gateway.post('/page-reports', { body: { reports } })).status).toBe(204)
  const paints = Array.from({ length: 30 }, () => ({ kind: 'lcp', ...place, value: paint }))
  for (let sent = 0; sent < views; sent += 30) {
    await send({ kind: 'view', ...place, count: 30 })
    await send(...paints)
  }
  if (problems > 0) await send({ kind: 'error', ...place, count: problems, name: 'TypeError' })
}

async function status(): Promise<string> {
  const command = join(import.meta.dirname, 'main.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'status', 'sales', '--file', list])
  return stdout
}

const lookOnce = async () => {
  const areas = await openAreaList(list, createLogger({ name: 'x' }))
  const warned: string[] = []
  const log = { warn: (_what: unknown, words: string) => warned.push(words) }
  await createAutomaticRollback({
    areas,
    list: listInFile(list),
    expose: metrics.expose,
    log: log as never,
  })()
  return warned
}
const logged = () => readFile(join(folder, 'areas.log'), 'utf8').catch(() => '')

test('a canary that is worse is printed as such beside stable, and ended with a reason where that was asked for', async () => {
  await report('b1', 600, 3, 1_200)
  await report('b2', 150, 30, 3_500)
  expect(await status()).toMatch(
    /stable b1 +canary b2\n +views +600 +150\n +problems +3 +30\n +a thousand views +5\.0 +200\.0\n +LCP \(p75\) +1\.38 s +3\.75 s\n/,
  )
  const why = '200.0 problems a thousand views instead of 5.0, a slower largest contentful paint'
  expect(await status()).toContain(`The canary is worse: ${why}. End it with npm run area -- rollback sales.`)
  expect(await lookOnce()).toEqual([`the canary b2 of sales is worse and was ended: ${why}`])
  expect(JSON.parse(await logged())).toMatchObject({
    who: 'automatic',
    area: 'sales',
    command: 'rollback sales',
    why,
  })
  expect(await status()).toMatch(new RegExp(`the canary b2 was ended at .* \\(by: automatic\\): ${why}`))
  expect(await status()).not.toContain('is worse')
  expect(await lookOnce()).toEqual([])
})

test('an equal canary is neither called worse nor ended', async () => {
  await report('b1', 600, 12, 1_200)
  await report('b2', 150, 3, 1_200)
  expect(await status()).toContain('The canary is not worse.')
  expect(await lookOnce()).toEqual([])
  expect(await logged()).toBe('')
})

test('without the setting a canary that is worse goes on', async () => {
  await begin(false)
  await report('b1', 600, 3, 1_200)
  await report('b2', 150, 30, 1_200)
  expect(await status()).toContain('The canary is worse')
  expect(await lookOnce()).toEqual([])
})

test('says so while too little is known, and nothing while no gateway runs', async () => {
  await report('b1', 600, 3, 1_200)
  await report('b2', 30, 30, 1_200)
  expect(await status()).toContain('Too few views to compare: it takes 100 of both builds.')
  await writeFile(join(folder, 'metrics-url'), 'http://127.0.0.1:9/metrics\n')
  expect(await status()).toMatch(/^sales:\n {2}b2 .*\n {2}b1 .*stable\n$/)
})
