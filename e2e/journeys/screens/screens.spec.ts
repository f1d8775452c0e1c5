import type { Alert } from '@mms/contracts'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Locator, Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { choose, picker } from '../../suite/counter.ts'
import { enter, expect, test } from '../../suite/test.ts'

const LONG = `Paracetamol ${'and Caffeine '.repeat(10)}Tablets I.P.`.slice(0, 155)
const UNBROKEN = 'x'.repeat(155)
const WIDTHS = [360, 768, 1024, 1280, 1440]

/** Numbers that break into several lines: cells with a digit, and other short texts with a digit. */
const brokenFigures = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const isFree = node.parentElement?.closest('th[scope=row], td[data-wrap], p, option, script')
      const isFigure = /\d/.test(text) && (node.parentElement?.closest('td') || text.length <= 25)
      if (isFree || !isFigure) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(text)
    }
    return broken
  })

/** Pixels by which the page is wider than the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function fill(api: Api): Promise<void> {
  // In two days, so that it has not expired yet in any time zone.
  const soon = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
  const EXPIRED = 'Expired long ago'
  const dear = { unitPrice: 9_999_999.99, currentStock: 9_999_999, minStockLevel: 9_999_999 }
  const { _id } = await addMedicine(api, { ...dear, name: LONG, manufacturer: LONG, expiryDate: soon })
  await addMedicine(api, { ...dear, name: UNBROKEN, category: 'Antihypertensives', currentStock: 0 })
  await addMedicine(api, { name: EXPIRED, expiryDate: '2020-01-31' })
  const body = { medicineId: _id, quantity: 999, unitPrice: 9_999_999.99, note: 'For ward 12 '.repeat(20) }
  for (const type of ['sale', 'adjustment', 'expired']) await api.post('/api/transactions', { ...body, type })
  await expect.poll(() => withoutAlert(api, [LONG, UNBROKEN, EXPIRED])).toEqual([])
}

/** Names of medicines without an alert. Alerts are raised a moment later. */
async function withoutAlert(api: Api, names: string[]): Promise<string[]> {
  const alerts = await api.get<Alert[]>('/api/alerts')
  return names.filter((name) => !alerts.some(({ medicineId }) => medicineId?.name === name))
}

/** Expects that no number breaks and nothing is wider than the window. */
async function expectFits(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    const message = `${page.url()} at ${width}`
    await page.setViewportSize({ width, height: 800 })
    expect(await brokenFigures(page), message).toEqual([])
    // Charts resize a moment after the window.
    await expect.poll(() => overflow(page), { message }).toBe(0)
  }
}

test.beforeAll(async ({ suite }) => fill(await connectApi(suite)))

test('figures never break inside, at any width', async ({ page, troubles }) => {
  // The value of this stock exceeds the largest sum that the API accepts.
  troubles.allow(/expiring\/summary/)
  await enter(page)
  for (const [path, row] of [
    ['/medicines', /Expired long ago/],
    ['/sales', /Paracetamol/],
    ['/alerts?type=expiry', /Paracetamol/],
    ['/alerts?type=low_stock', /x{155}/],
    ['/users', /Owner|@/],
    ['/', undefined],
  ] as const) {
    await page.goto(path)
    if (row)
      await expect(
        page
          .getByRole('row', { name: row })
          .or(page.getByRole('listitem', { name: row }))
          .first(),
      ).toBeVisible()
    else await expect(page.getByText('Expiring Soon', { exact: true })).toBeVisible()
    await expectFits(page, WIDTHS)
  }
})

test('a message stands beside the title or over the navigation, and covers no total, field or button', async ({
  page,
  context,
  suite,
  troubles,
}) => {
  troubles.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const api = await connectApi(suite)
  const [short, long] = ['Seen in one corner', `Seen ${LONG}`.slice(0, 155).trim()]
  for (const name of [short, long]) await addMedicine(api, { name, currentStock: 50 })
  await enter(page, '/sales')
  const form = page.getByRole('form', { name: sales.form })
  const expectClear = async (shown: Locator, ...others: Locator[]) => {
    const box = await shown.boundingBox()
    for (const one of others)
      expect(overlap(box, await one.boundingBox()), await one.evaluate((e) => e.outerHTML)).toBe(false)
  }
  const messages = page.getByRole('region', { name: 'Messages' })
  for (const [width, height, name] of [
    [1440, 900, long],
    [1366, 625, short],
    [1024, 768, short],
    [768, 1024, long],
    [390, 844, short],
    [360, 640, long],
    [360, 640, short],
  ] as const) {
    await page.setViewportSize({ width, height })
    await choose(page, name)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`Sale of 1 × ${name}`).last()).toBeVisible()
    const box = await messages.boundingBox()
    const left = width < 768 ? 12 : width < 1280 ? 24 : width / 2 - 224
    expect([box?.x, box?.y]).toEqual([left, width < 1280 ? 4 : 56])
    const controls = await form.locator('output, input, select, button').all()
    const menu = width < 1024 ? [page.getByRole('button', { name: 'Open menu' })] : []
    await expectClear(messages, page.getByRole('heading', { level: 1 }), ...menu, ...controls)
  }
  await context.setOffline(true)
  const lost = page.getByRole('status').filter({ hasText: 'Server disconnected' })
  await expect(lost).toBeVisible()
  await expectClear(lost, picker(page), form.getByRole('button', { name: /^Record/ }))
})

test('a message stands in front of an open dialog, and can be closed there', async ({ page, suite }) => {
  const api = await connectApi(suite)
  for (const name of ['Doubly gone A', 'Doubly gone B']) await addMedicine(api, { name })
  await page.setViewportSize({ width: 768, height: 1024 })
  await enter(page, '/medicines?search=doubly+gone')
  await page
    .getByRole('button', { name: /^Delete / })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Medicine deleted successfully').hover()
  await expect(page.getByRole('button', { name: /^Delete / })).toHaveCount(1)
  await page.getByRole('button', { name: /^Delete / }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  await dismiss.click()
  await expect(dismiss).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled()
})

test('on paper a list is a list, with what it shows and when it was printed', async ({ page }) => {
  await enter(page, '/medicines?filter=low-stock')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const display = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).display)
  expect(await display('main table')).toBe('table')
  expect(await display('main thead')).toBe('table-header-group')
  expect(await display('main tbody tr')).toBe('table-row')
  for (const gone of ['main form', 'main button', 'body header:has(nav)', 'main td[data-label=Actions]']) {
    expect(await display(gone), gone).toBe('none')
  }
  await expect(page.getByRole('heading', { name: 'Medicines', level: 1 })).toBeVisible()
  await expect(page.getByText(/^Low Stock · Printed \d/)).toBeVisible()
  const margins = await page.evaluate(() => {
    const pageRules = (rules: Iterable<CSSRule>): string[] =>
      [...rules].flatMap((rule) =>
        rule instanceof CSSPageRule
          ? [rule.cssText]
          : pageRules((rule as Partial<CSSGroupingRule>).cssRules ?? []),
      )
    return [...document.styleSheets].flatMap((sheet) => pageRules(sheet.cssRules)).join(' ')
  })
  expect(margins).toContain('counter(page)')
})

type Box = Awaited<ReturnType<Locator['boundingBox']>>

/** True if two boxes overlap. */
function overlap(a: Box, b: Box): boolean {
  if (!a || !b) throw new Error('both must be on the screen')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
