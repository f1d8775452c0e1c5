import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AreaRegistry } from '@mms/contracts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runArea, writeBuild } from '../../test/area-command.ts'
import { startCluster } from '../../test/cluster.ts'
import { startGateway } from '../../test/support.ts'
import { openAreaList } from '../areas/area-list.ts'

let folder: string
let cluster: Awaited<ReturnType<typeof startCluster>>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-config-map-'))
  cluster = await startCluster(folder, { sales: join(folder, 'dist') })
})
afterEach(async () => {
  await cluster.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) => runArea([...words, '--store', join(folder, 'store')], folder, cluster.env)

async function done(...words: string[]) {
  const result = await run(...words)
  expect(result).toMatchObject({ code: 0, error: '' })
  return result.out
}

const listed = (id: string) => ({
  id,
  version: '1.0.0',
  publishedAt: '2026-11-23T10:00:00.000Z',
  publishedBy: 'asha',
  integrity: `sha256-${'A'.repeat(43)}=`,
  requires: { sdk: '^1', ui: '^1', react: '^19' },
})

function write(more: object = {}) {
  const sales = { source: join(folder, 'store'), builds: [listed('b1'), listed('b2')], stable: 'b1', ...more }
  cluster.state.data = { 'areas.json': JSON.stringify({ sales }) }
}

test('changes the ConfigMap, and a gateway that mounts it follows', async () => {
  const areas = await openAreaList(cluster.mountedList, pino({ level: 'silent' }))
  const gateway = await startGateway({ areas })
  const live = async () => (await gateway.get<AreaRegistry>('/areas.json')).body.areas[0]?.baseUrl
  for (const id of ['b1', 'b2']) {
    await writeBuild(join(folder, 'dist'), id)
    await done('publish', 'sales', '--from', join(folder, 'dist'))
    expect(await live()).toBe('/areas/sales/b1/')
  }
  await done('pin', 'sales', 'b2')
  expect(await live()).toBe('/areas/sales/b2/')
  await done('rollback', 'sales')
  expect(await live()).toBe('/areas/sales/b1/')
  expect(await done('status')).toMatch(/b2 .*\n {2}b1 .* stable\n$/)
  const log = cluster.state.data['areas.log']?.trim().split('\n') ?? []
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { who: 'asha', area: 'sales', command: 'publish sales' },
    { command: 'publish sales' },
    { command: 'pin sales b2' },
    { command: 'rollback sales' },
  ])
  await gateway.close()
})

test('of two people at once neither undoes what the other did', async () => {
  write()
  const { state } = cluster
  let writes = 0
  state.beforeWrite = () => {
    writes += 1
    if (writes > 1) return
    const list = { ...JSON.parse(state.data['areas.json'] ?? ''), alerts: '/srv/alerts' }
    state.data = { ...state.data, 'areas.json': JSON.stringify(list) }
    state.version += 1
  }
  await done('pin', 'sales', 'b2')
  expect(JSON.parse(state.data['areas.json'] ?? '')).toMatchObject({
    sales: { stable: 'b2', previous: ['b1'] },
    alerts: '/srv/alerts',
  })
  expect(writes).toBe(2)
})

test.each([
  ['no JSON', () => Object.assign(cluster.state.data, { 'areas.json': '{"sales": ' }), 'cannot be used'],
  ['an unknown build', () => write({ stable: 'b9' }), 'no published build b9'],
  ['300 percent', () => write({ canary: { build: 'b2', percent: 300, people: [] } }), '<=100'],
])('refuses a ConfigMap with %s, and leaves it', async (_what, spoil, words) => {
  spoil()
  const data = structuredClone(cluster.state.data)
  const { code, error } = await run('block', 'sales', 'b1')
  expect({ code, lines: error.split('\n').length }).toEqual({ code: 1, lines: 1 })
  expect(error).toContain(words)
  expect(cluster.state.data).toEqual(data)
})
