import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listed, manifestOf } from '../../test/manifest.ts'
import { rawRequest, startGateway, type TestGateway } from '../../test/support.ts'

const SECRET = '-----BEGIN PRIVATE KEY-----'
let data: string
let dist: string
let gateway: TestGateway

/** Creates a folder with a plain file, and links that lead inside and outside. */
async function plant(folder: string) {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'good.js'), 'good()')
  await writeFile(join(folder, 'assets/inner.js'), 'inner()')
  await symlink('assets/inner.js', join(folder, 'inside.js'))
  await symlink(join(data, 'key.pem'), join(folder, 'mf-manifest.json.map'))
  await symlink('../../key.pem', join(folder, 'assets/key.js'))
  await symlink(data, join(folder, 'data'))
  await symlink(join(data, 'key.pem.br'), join(folder, 'good.js.br'))
  await symlink('loop', join(folder, 'loop'))
  await promisify(execFile)('mkfifo', [join(folder, 'fifo')])
}

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'mms-below-'))
  dist = join(data, 'dist')
  await writeFile(join(data, 'key.pem'), SECRET)
  await writeFile(join(data, 'key.pem.br'), brotliCompressSync(SECRET))
  for (const folder of [dist, join(data, 'shell'), join(data, 'areas/sales/b1')]) await plant(folder)
  await writeFile(join(dist, 'area.json'), JSON.stringify(manifestOf('inventory')))
  await writeFile(join(data, 'shell/index.html'), 'the page')
  // The served folder itself may be a link.
  await symlink(dist, join(data, 'link'))
  const published = { builds: [listed('b1')], stable: 'b1', previous: [], blocked: [] }
  const sales = { source: join(data, 'areas/sales'), ...published }
  const areas = async () => ({ inventory: join(data, 'link'), sales })
  gateway = await startGateway({ shellFolder: join(data, 'shell'), areas })
})
afterAll(async () => {
  await gateway.close()
  await rm(data, { recursive: true })
})

const bases = [
  ['a folder', '/areas/inventory'],
  ['a published build', '/areas/sales/b1'],
  ['the shell', ''],
] as const

test.each(bases)('serves the plain files of %s, and links to them', async (_what, base) => {
  for (const [name, body] of [
    ['good.js', 'good()'],
    ['inside.js', 'inner()'],
  ])
    expect(await rawRequest(gateway.url, { path: `${base}/${name}` })).toMatchObject({ status: 200, body })
})

test.each(bases)('serves nothing outside it by a link of %s, nor what is no file', async (_what, base) => {
  for (const name of ['mf-manifest.json.map', 'assets/key.js', 'data/key.pem', 'loop', 'fifo', 'data']) {
    const { status, body } = await rawRequest(gateway.url, { path: `${base}/${name}` })
    expect({ name, status, leaks: body.includes(SECRET) }).toEqual({ name, status: 404, leaks: false })
  }
})

test.each(bases)('a compressed sibling of %s that is a link out of it is left aside', async (_what, base) => {
  const asked = { path: `${base}/good.js`, headers: { 'accept-encoding': 'br' } }
  const answer = await rawRequest(gateway.url, asked)
  expect(answer).toMatchObject({ status: 200, body: 'good()' })
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('neither the page of the shell nor the manifest of an area is read through a link out of its folder', async () => {
  await writeFile(join(data, 'area.json'), JSON.stringify(manifestOf('inventory', { build: 'stolen' })))
  for (const [file, target] of [
    [join(data, 'shell/index.html'), 'key.pem'],
    [join(dist, 'area.json'), 'area.json'],
  ] as const) {
    await rename(file, `${file}.old`)
    await symlink(join(data, target), file)
  }
  const page = await gateway.get('/', { headers: { accept: 'text/html' } })
  expect(page).toMatchObject({ status: 503, body: { code: 'gateway.shell_missing' } })
  expect(JSON.stringify((await gateway.get('/areas.json')).body)).not.toContain('stolen')
})
