import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMetrics } from '@mms/service-kit'
import { beforeEach, expect, test } from 'vitest'
import { manifestOf } from '../../test/manifest.ts'
import { closing, rawRequest, startGateway, type TestGateway, temporaryFolder } from '../../test/support.ts'

const SHELL_BUILD = '0123456789abcdef'

let gateway: TestGateway
let metrics: ReturnType<typeof createMetrics>
beforeEach(async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, `assets/main.${SHELL_BUILD}.js`), '')
  const manifest = manifestOf('sales', { routes: ['/sales', '/sales/:id'] })
  await writeFile(join(folder, 'area.json'), JSON.stringify(manifest))
  metrics = createMetrics('gateway')
  const options = { metrics, areas: async () => ({ sales: folder }), shellFolder: folder }
  gateway = closing(await startGateway(options))
})

const place = { area: 'sales', build: 'b1', page: '/sales' }
const send = (...reports: object[]) => gateway.post('/page-reports', { body: { reports } })

async function series(pattern = /^page_/): Promise<string[]> {
  const lines = (await metrics.expose()).split('\n')
  return lines
    .filter((line) => pattern.test(line))
    .map((line) => line.replace(/,service="gateway"|service="gateway",/, ''))
}

test('counts what a browser reports by area, build, owner and page', async () => {
  const answer = await send(
    { kind: 'view', ...place, count: 3 },
    { kind: 'view', area: 'shell', build: SHELL_BUILD, page: '/login', count: 1 },
    { kind: 'error', ...place, page: '/sales/:id', count: 2, name: 'TypeError', at: 'assets/x.js:1:22' },
    { kind: 'lcp', ...place, value: 2_400 },
    { kind: 'cls', ...place, value: 0.2 },
  )
  expect(answer.status).toBe(204)
  const all = await series()
  const sales = 'area="sales",build="b1",owner="team-sales"'
  const labels = `${sales},page="/sales"`
  expect(all).toContain(`page_views_total{${labels}} 3`)
  const shell = `area="shell",build="${SHELL_BUILD}",owner="team-platform",page="/login"`
  expect(all).toContain(`page_views_total{${shell}} 1`)
  expect(all).toContain(`page_problems_total{${sales},page="/sales/:id",kind="error"} 2`)
  expect(all.filter((line) => /page_lcp_seconds_bucket\{le="2(\.5)?"/.test(line))).toEqual([
    `page_lcp_seconds_bucket{le="2",${labels}} 0`,
    `page_lcp_seconds_bucket{le="2.5",${labels}} 1`,
  ])
  expect(all).toContain(`page_cls_sum{${labels}} 0.2`)
})

test('ten thousand forged reports add no series and no 5xx, and are counted as dropped', async () => {
  await send({ kind: 'view', ...place, count: 1 })
  const before = await series(/^(page_(?!reports_dropped)|http_.*page-reports.*count)/)
  const forged = (i: number) => [
    { kind: 'view', ...place, area: `area-${i}`, count: 1 },
    { kind: 'view', ...place, build: `b${i + 2}`, count: 1 },
    { kind: 'view', ...place, page: `/sales/${i}`, count: 1 },
    { kind: `kind${i}`, ...place, count: 1 },
    { kind: 'lcp', ...place, page: `/${i}`, value: i },
  ]
  for (let i = 0; i < 2_000; i += 5) {
    const reports = [i, i + 1, i + 2, i + 3, i + 4].flatMap(forged)
    expect((await send(...reports)).status).toBe(204)
  }
  expect(await series(/^(page_(?!reports_dropped)|http_.*page-reports.*count)/)).toHaveLength(before.length)
  expect(await series(/^page_reports_dropped/)).toEqual([
    'page_reports_dropped_total{reason="unknown"} 8000',
    'page_reports_dropped_total{reason="invalid"} 2000',
  ])
})

test('takes 600 batches a minute of one network, from whichever of its addresses', async () => {
  const behind = closing(await startGateway({ trustedProxies: 1 }))
  const statusFrom = async (address: string) =>
    (await behind.post('/page-reports', { headers: { 'x-forwarded-for': address } })).status
  for (let i = 0; i < 600; i += 1) await statusFrom(`2001:db8::${i}`)
  expect(await statusFrom('2001:db8::ffff')).toBe(429)
  expect(await statusFrom('2001:db8:0:1::1')).not.toBe(429)
})

test('refuses what is no POST of JSON, and what another site sends', async () => {
  expect((await gateway.get('/page-reports')).status).toBe(405)
  const send = (headers: Record<string, string>) =>
    rawRequest(gateway.url, { path: '/page-reports', method: 'POST', headers, body: '{}' })
  expect((await send({ 'content-type': 'text/plain', 'content-length': '2' })).status).toBe(415)
  expect((await send({ 'sec-fetch-site': 'cross-site', 'content-length': '2' })).status).toBe(403)
})

test('logs a problem once, with its owner and its place in the script, and a good batch not at all', async () => {
  const error = { kind: 'error', ...place, name: 'TypeError', at: 'assets/x.js:1:22' }
  await send({ ...error, count: 1 }, { kind: 'view', ...place, count: 1 })
  await send({ ...error, count: 7 })
  expect(gateway.lines).toMatchObject([{ ...error, owner: 'team-sales', msg: 'a page has a problem' }])
})
