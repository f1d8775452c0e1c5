import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLifecycle, createMetrics } from '@mms/service-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAreaFiles } from './area-files.ts'

const lifecycle = createLifecycle()
let folder: string
let url: string
let close: () => void

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mms-area-files-'))
  for (const build of ['old', 'new']) {
    mkdirSync(join(folder, build, 'assets'), { recursive: true })
    writeFileSync(join(folder, build, `assets/${build}.js`), build)
    writeFileSync(join(folder, build, 'area.json'), JSON.stringify({ build }))
  }
  symlinkSync('new', join(folder, 'current'))
  const metrics = createMetrics('files')
  const server = createAreaFiles({ folder, lifecycle, metrics }).listen(0, '127.0.0.1')
  url = await new Promise((resolve) => {
    server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as { port: number }).port}`))
  })
  close = () => void server.close()
})
afterAll(async () => {
  close()
  await rm(folder, { recursive: true })
})

test('serves each build below its id, the latest without one, and the scripts of both for open tabs', async () => {
  const buildAt = async (path: string) => (await fetch(url + path)).json()
  expect(await buildAt('/old/area.json')).toEqual({ build: 'old' })
  expect(await buildAt('/new/area.json')).toEqual({ build: 'new' })
  expect(await buildAt('/area.json')).toEqual({ build: 'new' })
  for (const build of ['old', 'new'])
    expect(await (await fetch(`${url}/assets/${build}.js`)).text()).toBe(build)
})

test.each(['/', '/old', '/gone.js', '/assets/gone.js', '/..%2f..%2f..%2fetc/passwd'])(
  'has nothing at %s',
  async (path) => {
    expect((await fetch(url + path)).status).toBe(404)
  },
)

test('takes no other method, and leaves the balancers when it stops', async () => {
  expect((await fetch(`${url}/area.json`, { method: 'POST' })).status).toBe(405)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  lifecycle.stop()
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
})
