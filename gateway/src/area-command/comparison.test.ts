import { expect, test } from 'vitest'
import { listed } from '../../test/manifest.ts'
import { publishedAreaSchema } from '../areas/area-list.ts'
import { compareBuilds, findShellMismatches, readMetrics } from './comparison.ts'

const sales = publishedAreaSchema.parse({
  source: '/areas/sales',
  builds: [listed('b1'), listed('b2')],
  stable: 'b1',
  canary: { build: 'b2', percent: 10, people: [] },
})

test('adds up views and problems of both builds over pages and gateways, from the first view on', () => {
  const text = (views: number) =>
    [
      `page_views_total{service="gateway",area="sales",build="b1",owner="t",page="/sales"} ${views}`,
      'page_views_total{service="gateway",area="sales",build="b1",owner="t",page="/a\\"} b"} 1',
      'page_views_total{service="gateway",area="other",build="b1",owner="t",page="/"} 99',
      'page_views_total{service="gateway",area="sales",build="b2",owner="t",page="/sales"} 1',
      'page_problems_total{area="sales",build="b2",owner="t",page="/",kind="load"} 4',
    ].join('\n')
  expect(compareBuilds('sales', sales, [text(5), text(7)]).join('\n')).toMatch(
    /^ +stable b1 +canary b2\n +views +14 +2\n +problems +0 +8$/,
  )
})

test('knows no numbers of a gateway that is not asked for, and says which of those that are do not answer', async () => {
  expect(await readMetrics([], '/nowhere/areas.json')).toEqual([])
  await expect(readMetrics(['http://127.0.0.1:9/metrics'], undefined)).rejects.toThrow(
    'The metrics at http://127.0.0.1:9/metrics cannot be read',
  )
})

test('names what a running shell lacks that a build needs, once for all gateways', () => {
  const text = (sdk: string) =>
    `gateway_shell_versions{sdk="${sdk}",ui="1.2.0",react="19.3.1",service="gateway"} 1`
  const needy = { ...listed('b3'), requires: { sdk: '^1.5', ui: '^1', react: '^19' } }
  expect(findShellMismatches(needy, [text('1.5.0'), text('1.6.1'), ''])).toEqual([])
  expect(findShellMismatches(needy, [text('1.4.9'), text('1.4.9'), text('1.5.0')])).toEqual([
    'The running shell has sdk 1.4.9, which does not satisfy the build b3. Browsers keep an earlier build.',
  ])
})
