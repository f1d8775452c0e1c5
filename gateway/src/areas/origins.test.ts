import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type AreaRegistry, areaRegistrySchema } from '@mms/contracts'
import { beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../test/manifest.ts'
import { closing, rawRequest, startGateway, startUpstream, temporaryFolder } from '../../test/support.ts'
import type { AreaList } from './area-list.ts'

let dist: string

beforeEach(async () => {
  dist = await temporaryFolder()
  await writeFile(join(dist, 'area.json'), JSON.stringify(manifestOf('inventory')))
})

const start = async (list: AreaList) => closing(await startGateway({ areas: async () => list }))

const startOrigin = async (answer: Parameters<typeof startUpstream>[0]) =>
  closing(await startUpstream(answer))

async function registry(gateway: Awaited<ReturnType<typeof start>>) {
  const { body } = await gateway.get<AreaRegistry>('/areas.json')
  return areaRegistrySchema.parse(body).areas
}

test('asks an origin, does not wait long for one that hangs, and keeps its last manifest', async () => {
  let hanging = false
  const origin = await startOrigin((_req, res) => {
    if (!hanging) res.end(JSON.stringify(manifestOf('sales')))
  })
  const gateway = await start({ sales: origin.url, inventory: dist })
  expect((await registry(gateway)).map((area) => area.manifest?.name)).toEqual(['sales', 'inventory'])
  hanging = true
  expect((await registry(gateway)).map((area) => area.manifest?.name)).toEqual(['sales', 'inventory'])
  // Still waiting, so the registry did not wait for the origin's timeout.
  expect(origin.requests.at(-1)?.socket.destroyed).toBe(false)
})

test.each([
  ['as it is', {}, Buffer.alloc(8 * 1024 * 1024, ' ')],
  ['compressed', { 'Content-Encoding': 'gzip' }, gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))],
])('reads no more of a manifest than one can have, %s', async (_, headers, content) => {
  const origin = await startOrigin((_req, res) => res.writeHead(200, headers).end(content))
  const gateway = await start({ sales: origin.url, inventory: dist })
  expect((await registry(gateway)).map((area) => area.manifest?.name)).toEqual([undefined, 'inventory'])
  const err = expect.objectContaining({ message: 'its manifest has more than 1 MiB' })
  expect(gateway.lines).toContainEqual(expect.objectContaining({ area: 'sales', err }))
})

test('serves the files of an origin without giving it what signs people in', async () => {
  const origin = await startOrigin((req, res) => {
    if (req.url === '/area.json') res.end(JSON.stringify(manifestOf('sales')))
    else res.writeHead(200, { 'Cache-Control': 'max-age=5', 'Content-Type': 'text/javascript' }).end(req.url)
  })
  const gateway = await start({ sales: `${origin.url}/` })
  const headers = { authorization: 'Bearer secret', cookie: 'mms_refresh=secret' }
  const answer = await rawRequest(gateway.url, { path: '/areas/sales/assets/a.js?v=1', headers })
  expect(answer).toMatchObject({ status: 200, body: '/assets/a.js?v=1' })
  expect(answer.headers['cache-control']).toBe('max-age=5')
  expect(JSON.stringify(origin.requests.at(-1)?.headers)).not.toContain('secret')
  expect(gateway.lines.at(-1)).toMatchObject({ path: '/areas/sales/assets/a.js', route: '/areas' })
})

test('takes from an origin only the headers that a file needs', async () => {
  const hostile = {
    'Content-Security-Policy': "script-src 'unsafe-inline' *",
    'Set-Cookie': ['mms_refresh=planted; Path=/', '__Host-mms_refresh=planted; Path=/; Secure'],
    Location: 'https://elsewhere.example/',
    Refresh: '0; url=https://elsewhere.example/',
    Link: '<https://elsewhere.example/x.js>; rel=preload',
    'Service-Worker-Allowed': '/',
    'Clear-Site-Data': '"*"',
    'Access-Control-Allow-Origin': '*',
    'X-Content-Type-Options': 'none',
    'Strict-Transport-Security': 'max-age=0',
  }
  const useful = { 'Content-Type': 'text/html', ETag: '"1"', Vary: 'Accept-Encoding' }
  const origin = await startOrigin((_req, res) => res.writeHead(302, { ...hostile, ...useful }).end('<p>x'))
  const gateway = await start({ sales: origin.url })
  const [own, theirs] = await Promise.all(
    ['/areas/inventory/area.json', '/areas/sales/x'].map((path) => rawRequest(gateway.url, { path })),
  )
  const headers = { etag: '"1"', 'content-type': 'text/html' }
  expect(theirs).toMatchObject({ status: 302, body: '<p>x', headers })
  const fromArea = Object.keys(theirs?.headers ?? {}).filter((name) => !(name in (own?.headers ?? {})))
  expect(fromArea.sort()).toEqual(['etag', 'transfer-encoding', 'vary'])
  for (const policy of ['content-security-policy', 'x-content-type-options'])
    expect(theirs?.headers[policy]).toBe(own?.headers[policy])
})

test('follows no origin elsewhere', async () => {
  const elsewhere = await startOrigin((_req, res) => res.end(JSON.stringify(manifestOf('sales'))))
  const origin = await startOrigin((req, res) =>
    res.writeHead(302, { Location: `${elsewhere.url}${req.url}` }).end(),
  )
  const gateway = await start({ sales: origin.url })
  expect((await registry(gateway))[0]?.manifest).toBeNull()
  const file = await rawRequest(gateway.url, { path: '/areas/sales/assets/a.js' })
  expect(file).toMatchObject({ status: 302, body: '' })
  expect(file.headers).not.toHaveProperty('location')
  expect(elsewhere.requests).toEqual([])
})

test('lists an area without a manifest, and answers a problem, when its origin is down', async () => {
  const origin = await startUpstream()
  await origin.close()
  const gateway = await start({ sales: origin.url })
  const none = { name: 'sales', baseUrl: '/areas/sales/', manifest: null }
  expect(await registry(gateway)).toEqual([none])
  const message = expect.stringContaining('The area sales')
  const file = await gateway.get('/areas/sales/assets/a.js')
  expect(file).toMatchObject({ status: 503, body: { message } })
})
