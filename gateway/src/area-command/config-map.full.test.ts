import { join } from 'node:path'
import type { AreaRegistry } from '@mms/contracts'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { runArea, writeBuild } from '../../test/area-command.ts'
import { startCluster } from '../../test/cluster.ts'
import { listed } from '../../test/manifest.ts'
import { closing, startGateway, temporaryFolder } from '../../test/support.ts'
import { openAreaList } from '../areas/area-list.ts'

let folder: string
let cluster: Awaited<ReturnType<typeof startCluster>>
beforeEach(async () => {
  folder = await temporaryFolder()
  cluster = closing(await startCluster(folder, { sales: join(folder, 'dist') }))
})

const run = (...words: string[]) => runArea([...words, '--store', join(folder, 'store')], folder, cluster.env)

async function done(...words: string[]) {
  const result = await run(...words)
  expect(result).toMatchObject({ code: 0, error: '' })
  return result.out
}

test('changes the ConfigMap, and a gateway that mounts it follows', async () => {
  const areas = await openAreaList(cluster.mountedList, pino({ level: 'silent' }))
  const gateway = closing(await startGateway({ areas }))
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
})

test('of two people at once neither undoes what the other did', async () => {
  const { state } = cluster
  const sales = { source: join(folder, 'store'), builds: [listed('b1'), listed('b2')], stable: 'b1' }
  state.data = { 'areas.json': JSON.stringify({ sales }) }
  let writes = 0
  state.beforeWrite = () => {
    writes += 1
    if (writes > 1) return
    const list = { ...JSON.parse(state.data['areas.json'] ?? ''), alerts: '/srv/alerts' }
    state.data = { ...state.data, 'areas.json': JSON.stringify(list) }
    state.version += 1
  }
  await done('pin', 'sales', 'b2')
  const both = { sales: { stable: 'b2', previous: ['b1'] }, alerts: '/srv/alerts' }
  expect(JSON.parse(state.data['areas.json'] ?? '')).toMatchObject(both)
  expect(writes).toBe(2)
})
