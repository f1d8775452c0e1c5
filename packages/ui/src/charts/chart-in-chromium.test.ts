// @vitest-environment node
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundlePage, type Files, launchChromium, NONCE, ORIGIN, serve } from '../../test/chromium.ts'
import type { ChartProps } from './chart-props.ts'

/*
 * The drawing library parses some of its strings as HTML and needs a real layout to draw at all, so this runs the
 * real one in a real browser, under the gateway's content security policy.
 */
const EVIL = '<img src=x class=evil onerror="document.title=`owned`">'

let browser: Browser
let files: Files

beforeAll(async () => {
  files = await bundlePage('chart-page.tsx')
  browser = await launchChromium()
}, 60_000)

afterAll(() => browser?.close())

it('shows HTML in a series name and in a category as text, hovered or not', async () => {
  const { page, violations } = await open({
    kind: 'bar',
    label: 'Stock',
    categories: [`A ${EVIL}`, 'B'],
    series: ['S', 'T'].map((name) => ({ name: `${name} ${EVIL}`, data: [3, 4] })),
  })
  await eventually(() => textOf(page, '.apexcharts-legend-text')).toBe(`S ${EVIL}`)
  await hoverAll(page, '.apexcharts-bar-area')
  await eventually(() => textOf(page, '.apexcharts-tooltip-title')).toContain('B')
  await hoverAll(page, '.apexcharts-legend-series')
  await expectInert(page)
  expect(violations).toEqual([])
})

it('shows HTML in the label of a donut as text, hovered or not', async () => {
  const { page, violations } = await open({
    kind: 'donut',
    label: 'Risk',
    categories: [`A ${EVIL}`, 'B'],
    series: [{ name: 'Count', data: [3, 4] }],
  })
  await eventually(() => textOf(page, '.apexcharts-legend-text')).toBe(`A ${EVIL}`)
  await hoverAll(page, '.apexcharts-pie-area')
  await expectInert(page)
  expect(violations).toEqual([])
})

it('draws bands behind lines with gaps, told apart without colors, and tells their limits as text', async () => {
  const { page, violations } = await open({
    kind: 'line',
    label: 'Demand',
    categories: ['A', `B ${EVIL}`, 'C', 'D'],
    series: [
      { name: 'Used', data: [3, 4, Number.NaN, Number.NaN] },
      { name: `Forecast ${EVIL}`, data: [Number.NaN, Number.NaN, 5, 6] },
    ],
    bands: [
      { name: `Limits ${EVIL}`, low: [Number.NaN, Number.NaN, 2, 2], high: [Number.NaN, Number.NaN, 9, 9] },
    ],
  })
  await eventually(() => textOf(page, '.apexcharts-legend-text')).toBe(`Limits ${EVIL}`)
  await expect.poll(() => page.locator('path.apexcharts-rangeArea').count(), { timeout: 15_000 }).toBe(1)
  const dashes = () =>
    page
      .locator('.apexcharts-line-series path.apexcharts-line')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')))
  await expect.poll(dashes, { timeout: 15_000 }).toEqual(['0', '7'])
  const box = await page.locator('.apexcharts-svg').boundingBox()
  if (!box) throw new Error('The chart is not drawn')
  await page.mouse.move(box.x + box.width - 40, box.y + box.height / 2)
  await eventually(() => textOf(page, '.apexcharts-tooltip')).toContain('2 – 9')
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
  const { page } = await open(
    {
      kind: 'line',
      label: 'Demand',
      categories,
      series: [{ name: 'Used', data: categories.map((_name, index) => index) }],
    },
    340,
  )
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
  const { page } = await open(
    {
      ...{ kind: 'bar', horizontal: true, label: 'Stock', categories, height: 200 },
      series: [{ name: 'Units', data: categories.map((_, index) => 40_000 - index) }],
    },
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

async function open(chart: ChartProps, width = 1280): Promise<{ page: Page; violations: string[] }> {
  const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width, height: 800 } })
  const violations: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text())
  })
  await page.addInitScript(`globalThis.chart = ${JSON.stringify(chart)}; globalThis.nonce = '${NONCE}'`)
  await serve(page, files)
  await page.goto(`${ORIGIN}/`)
  return { page, violations }
}

const eventually = (read: () => Promise<string | undefined>) => expect.poll(read, { timeout: 15_000 })

async function expectInert(page: Page): Promise<void> {
  expect(await page.locator('.evil').count()).toBe(0)
  expect(await page.title()).not.toBe('owned')
}

async function textOf(page: Page, selector: string): Promise<string | undefined> {
  const text = await page.locator(selector).first().textContent({ timeout: 10_000 })
  return text?.replaceAll('\u2060', '').replaceAll('”', '"').replaceAll('‘', '`')
}

async function hoverAll(page: Page, selector: string): Promise<void> {
  for (const shape of await page.locator(selector).all()) {
    // It may be drawn once more just now.
    await shape.waitFor()
    await shape.hover({ force: true })
  }
}
