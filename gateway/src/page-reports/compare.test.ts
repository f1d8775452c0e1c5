import { createRandom } from '@mms/service-kit/random'
import { expect, test } from 'vitest'
import { chanceOf, findWorse, p75Of } from './compare.ts'
import { emptyFigures, type Figures, figuresOf } from './figures.ts'

const figures = (views: number, problems: number, over: Partial<Figures> = {}): Figures => ({
  ...emptyFigures(),
  views,
  problems,
  ...over,
})
const lcp = (...counts: [number, number][]) => ({ lcp: new Map(counts) })

test('the chance of a difference is that of the binomial distribution', () => {
  // Five heads in five tosses; at least one; at least three of ten with a die.
  expect(chanceOf({ count: 5, among: 7 }, { count: 0, among: 7 })).toBeCloseTo(1 / 32, 12)
  expect(chanceOf({ count: 0, among: 1 }, { count: 9, among: 5 })).toBeCloseTo(1, 12)
  expect(chanceOf({ count: 3, among: 1 }, { count: 7, among: 5 })).toBeCloseTo(0.224_773, 6)
  expect(chanceOf({ count: 40_000, among: 1e6 }, { count: 30_000, among: 1e6 })).toBeLessThan(1e-300)
  expect(chanceOf({ count: 30_000, among: 1e6 }, { count: 30_000, among: 1e6 })).toBeCloseTo(0.5, 2)
})

test.each([
  ['ten times the problems', figures(300, 30), figures(3_000, 30), true],
  ['problems where stable has none', figures(150, 8), figures(3_000, 0), true],
  ['the same rate', figures(300, 3), figures(3_000, 30), false],
  ['fewer problems', figures(300, 0), figures(3_000, 30), false],
  ['a certain but small difference', figures(100_000, 1_300), figures(100_000, 1_000), false],
  ['too few views', figures(99, 60), figures(3_000, 30), false],
  ['too few views of stable', figures(300, 60), figures(99, 0), false],
  ['four problems, which one person may have', figures(100, 4), figures(100_000, 0), false],
])('a canary with %s', (_what, canary, stable, isWorse) => {
  expect(findWorse(canary, stable).length > 0).toBe(isWorse)
})

test.each([
  ['most pages above the bucket of stable', lcp([2.5, 40], [4, 160]), true],
  ['the same pages', lcp([1, 20], [2.5, 160], [4, 20]), false],
  ['a slow tail within chance', lcp([1, 10], [2.5, 138], [4, 52]), false],
  ['too few pages', lcp([2.5, 10], [4, 80]), false],
])('a canary whose paint is %s', (_what, over, isWorse) => {
  const stable = figures(2_000, 0, lcp([1, 200], [2.5, 1_340], [4, 460]))
  expect(findWorse(figures(200, 0, over), stable)).toEqual(
    isWorse ? ['a slower largest contentful paint'] : [],
  )
})

test('of a thousand equal canaries, each looked at fifty times, at most ten are called worse; of those that fail five times as often nearly all', () => {
  const random = createRandom(23)
  const isCalledWorse = (ofCanary: number, ofStable: number) => {
    const [canary, stable] = [figures(0, 0), figures(0, 0)]
    for (let look = 0; look < 50; look += 1) {
      for (let view = 0; view < 400; view += 1) {
        const one = random.chance(0.1) ? canary : stable
        one.views += 1
        if (random.chance(one === canary ? ofCanary : ofStable)) one.problems += 1
      }
      if (findWorse(canary, stable).length > 0) return true
    }
    return false
  }
  const count = (times: number, ofCanary: number) =>
    Array.from({ length: times }).filter(() => isCalledWorse(ofCanary, 0.01)).length
  expect(count(1_000, 0.01)).toBeLessThanOrEqual(10)
  expect(count(100, 0.05)).toBeGreaterThanOrEqual(99)
}, 120_000)

test('adds up the numbers of several gateways by build, and finds the percentile as Prometheus does', () => {
  const text = (views: number) =>
    [
      `page_views_total{service="gateway",area="sales",build="b1",owner="t",page="/sales"} ${views}`,
      'page_views_total{service="gateway",area="sales",build="b1",owner="t",page="/a\\"}b"} 1',
      'page_views_total{service="gateway",area="other",build="b1",owner="t",page="/"} 99',
      'page_problems_total{area="sales",build="b2",owner="t",page="/",kind="load"} 4',
      'page_lcp_seconds_bucket{le="1",area="sales",build="b1",owner="t",page="/"} 10',
      'page_lcp_seconds_bucket{le="2",area="sales",build="b1",owner="t",page="/"} 40',
      'page_lcp_seconds_bucket{le="+Inf",area="sales",build="b1",owner="t",page="/"} 40',
    ].join('\n')
  const found = figuresOf([text(5), text(7)], 'sales')
  expect(found.get('b1')).toMatchObject({ views: 14, problems: 0 })
  expect(found.get('b2')).toMatchObject({ views: 0, problems: 8 })
  expect([...(found.get('b1')?.lcp ?? [])]).toEqual([
    [1, 20],
    [2, 60],
    [Number.POSITIVE_INFINITY, 0],
  ])
  expect(p75Of(found.get('b1')?.lcp ?? new Map())).toEqual({ bound: 2, value: 1 + 40 / 60 })
})
