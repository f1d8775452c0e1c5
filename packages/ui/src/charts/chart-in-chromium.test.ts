// @vitest-environment node
import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { NONCE, ORIGIN, startChromium } from '../../test/chromium.ts'
import type { ChartProps } from './chart-props.ts'

/*
 * The drawing library parses some of its strings as HTML and needs a real layout to draw at all, so this runs the
 * real one in a real browser, under the gateway's content security policy.
 */
const EVIL = '<img src=x class=evil onerror="document.title=`owned`">'

const openPage = startChromium('chart-page.tsx')

it.each([
  ['a series of bars', 'bar', 'S', '.apexcharts-bar-area, .apexcharts-legend-series'],
  ['a category of a donut', 'donut', 'A', '.apexcharts-pie-area'],
] as const)('shows HTML in the name of %s as text, hovered or not', async (_, kind, name, shapes) => {
  const series = ['S', 'T'].map((each) => ({ name: `${each} ${EVIL}`, data: [3, 4] }))
  const categories = [`A ${EVIL}`, 'B']
  const { page, violations } = await open({ kind, label: 'Stock', categories, series })
  await eventually(() => textOf(page, '.apexcharts-legend-text')).toBe(`${name} ${EVIL}`)
  // The library draws quick moves late: an earlier shape's tooltip may replace the last one's.
  await eventually(() => hoverAll(page, shapes)).toContain('B')
  await expectInert(page)
  expect(violations).toEqual([])
})

it('draws bands behind lines with gaps, told apart without colors, and tells their limits as text', async () => {
  const gap = Number.NaN
  const { page, violations } = await open({
    kind: 'line',
    label: 'Demand',
    categories: ['A', `B ${EVIL}`, 'C', 'D'],
    series: [
      { name: 'Used', data: [3, 4, gap, gap] },
      { name: `Forecast ${EVIL}`, data: [gap, gap, 5, 6] },
    ],
    bands: [{ name: `Limits ${EVIL}`, low: [gap, gap, 2, 2], high: [gap, gap, 9, 9] }],
  })
  await eventually(() => textOf(page, '.apexcharts-legend-text')).toBe(`Limits ${EVIL}`)
  await expect.poll(() => page.locator('path.apexcharts-rangeArea').count()).toBe(1)
  const dashes = () =>
    page
      .locator('.apexcharts-line-series path.apexcharts-line')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')))
  await expect.poll(dashes).toEqual(['0', '7'])
  const box = await page.locator('.apexcharts-svg').boundingBox()
  if (!box) throw new Error('The chart is not drawn')
  await eventually(async () => {
    await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2)
    return textOf(page, '.apexcharts-tooltip')
  }).toContain('2 – 9')
  await expectInert(page)
  expect(await page.locator('.apexcharts-svg').innerHTML()).not.toContain('NaN')
  expect(violations).toEqual([])
})

const months = ['Apr 2026', 'May 2026', 'Jun 2026', 'Jul 2026', 'Aug 2026', 'Sept 2026']
const weeks = Array.from({ length: 64 }, (_, index) => `${10 + (index % 18)} Sept 2026`)

it.each([
  ['months', months],
  ['weeks', weeks],
])('cuts no label of an axis of %s on a phone', async (_, categories) => {
  const series = [{ name: 'Used', data: categories.map((_name, index) => index) }]
  const { page } = await open({ kind: 'line', label: 'Demand', categories, series }, 340)
  const labels = page.locator('.apexcharts-xaxis-label')
  await eventually(() => labels.last().innerHTML()).toBeTruthy()
  const frame = await page.locator('.apexcharts-svg').boundingBox()
  const boxes = await labels.evaluateAll((all) =>
    all.map((label) => label.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  )
  if (!frame) throw new Error('The chart is not drawn')
  const outside = boxes.filter(([left = 0, right = 0]) => left < frame.x || right > frame.x + frame.width)
  expect(outside).toEqual([])
})

it.each([340, 1280])('writes whole names beside bars, apart from each other, at %i px', async (width) => {
  const names = ['250 IU', '500 IU'].map((dose) => `Calcium Carbonate 1250 mg + Vitamin D3 ${dose} tablets`)
  const others = Array.from({ length: 7 }, (_, index) => `Antihypertensives ${index}`)
  const categories = [...names, ...others, 'Anti-inflammatory']
  const series = [{ name: 'Units', data: categories.map((_, index) => 40_000 - index) }]
  const { page } = await open(
    { kind: 'bar', horizontal: true, label: 'Stock', categories, height: 200, series },
    width,
  )
  const labels = page.locator('.apexcharts-yaxis-label')
  await eventually(() => labels.last().innerHTML()).toBeTruthy()
  const frame = await page.locator('.apexcharts-svg').boundingBox()
  const found = await labels.evaluateAll((all) =>
    all.map((label) => {
      const lines = [...label.querySelectorAll('tspan')].map((line) => line.textContent)
      const { left, right, top, bottom } = label.getBoundingClientRect()
      return { text: lines.join(' '), left, right, top, bottom }
    }),
  )
  expect(found.map(({ text }) => text).sort()).toEqual([...categories].sort())
  const bars = await page.locator('.apexcharts-bar-area').first().boundingBox()
  for (const [index, { left, right, top }] of found.entries()) {
    expect(left).toBeGreaterThanOrEqual(frame?.x ?? Number.NaN)
    expect(right).toBeLessThanOrEqual(bars?.x ?? Number.NaN)
    expect(top).toBeGreaterThanOrEqual(found[index - 1]?.bottom ?? 0)
  }
})

async function open(chart: ChartProps, width = 1280) {
  const opened = await openPage({ viewport: { width, height: 800 } })
  const { page } = opened
  await page.addInitScript(`globalThis.chart = ${JSON.stringify(chart)}; globalThis.nonce = '${NONCE}'`)
  await page.goto(`${ORIGIN}/`)
  return opened
}

const eventually = (read: () => Promise<string | undefined>) => expect.poll(read)

async function expectInert(page: Page): Promise<void> {
  expect(await page.locator('.evil').count()).toBe(0)
  expect(await page.title()).not.toBe('owned')
}

async function textOf(page: Page, selector: string): Promise<string | undefined> {
  const text = await page.locator(selector).first().textContent()
  return text?.replaceAll('\u2060', '').replaceAll('”', '"').replaceAll('‘', '`')
}

async function hoverAll(page: Page, selector: string): Promise<string | undefined> {
  for (const shape of await page.locator(selector).all()) {
    // It may be drawn once more just now.
    const box = await shape.boundingBox()
    // The middle of a donut's slice may be the hole.
    if (box) await shape.hover({ force: true, position: { x: box.width / 2, y: box.height * 0.9 } })
  }
  return textOf(page, '.apexcharts-tooltip')
}
