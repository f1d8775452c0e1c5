import type { AlertSummary, Session } from '@mms/contracts'
import type { Page } from '@playwright/test'
import { addUser, connectApi } from '../../suite/api.ts'
import { findBroken } from '../../suite/boxes.ts'
import { listPages } from '../../suite/pages.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Width of the narrowest phone, two widths at which the layout changes, and width of a till. */
const WIDTHS = [320, 768, 1024, 1366]
const NAME = 'Venkatanarasimharaju Subrahmanyam Iyengar'.slice(0, 40)
/** 12:48 pm in the store, which is a wide text. */
const WIDE_TIME = '2026-11-28T07:18:00.000Z'
const person = { email: 'long@pharmacy.test', password: 'a long enough password' }

/** Signs in as a user with a name of 40 characters, wide times, and more alerts than a badge can show. */
async function enterAtTheLimits(page: Page, suite: { url: string }): Promise<void> {
  const api = await connectApi(suite)
  const users = await api.get<{ email: string }[]>('/api/users')
  if (!users.some(({ email }) => email === person.email))
    await addUser(suite, { ...person, name: NAME, role: 'admin' })
  const summary = await api.get<AlertSummary>('/api/alerts/summary')
  const json = { ...summary, byStatus: { ...summary.byStatus, new: 1_234 } }
  await page.route('**/api/alerts/summary', (route) => route.fulfill({ json }))
  await page.route('**/api/auth/sessions', async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const sessions: Session[] = await response.json()
    const wide = sessions.map((each) => ({ ...each, createdAt: WIDE_TIME, lastUsedAt: WIDE_TIME }))
    await route.fulfill({ response, json: wide })
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, '/no/such/page', person)
}

/** Opens a page and waits until it has loaded everything. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy=true], .chakra-skeleton, .chakra-spinner')).toHaveCount(0)
  await expect(page.getByRole('banner').getByText('99+').filter({ visible: true })).toHaveCount(1)
}

/** Polls, because charts resize a moment after the window. */
async function expectWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await expect.poll(() => findBroken(page), { message: `${page.url()} at ${width}` }).toEqual([])
}

test('on every page nothing is cut, overlaps or needs sideways scrolling, at any width', async ({
  page,
  suite,
}) => {
  // Visits 33 pages at four widths.
  test.slow()
  const all = await listPages(await connectApi(suite))
  await enterAtTheLimits(page, suite)
  for (const { path } of all) {
    await open(page, path)
    for (const width of WIDTHS) await expectWhole(page, width)
  }
})

/** Average height of a row in the longest list. */
const heightOfRow = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const rows = main.querySelectorAll('tbody tr, li[data-closed]')
    const list = rows[0]?.parentElement
    return (list?.clientHeight ?? Number.NaN) / (list?.children.length ?? 1)
  })

test('a till shows 16 medicines, and neither lists nor reports are long on a phone', async ({
  page,
  suite,
}) => {
  await listPages(await connectApi(suite))
  await enterAtTheLimits(page, suite)
  const list = page.getByRole('region', { name: 'List of medicines' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await open(page, '/medicines')
  const seen = () =>
    list.locator('tbody tr').evaluateAll((rows) => {
      return rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length
    })
  await expect.poll(seen).toBeGreaterThanOrEqual(16)
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/medicines', '/alerts', '/sales', '/users', '/users/history']) {
    await open(page, path)
    await expect.poll(() => heightOfRow(page), { message: path }).toBeLessThanOrEqual(80)
  }
  for (const [width, longest] of [
    [1440, 2_500],
    [360, 6_000],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    for (const tab of ['money', 'stock', 'movement', 'expiry']) {
      await open(page, `/reports?tab=${tab}`)
      await expect(page.getByRole('navigation', { name: 'Report' }).locator('[aria-current]')).toHaveText(
        new RegExp(tab, 'i'),
      )
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
        .toBeLessThanOrEqual(longest)
    }
  }
})

test('every link of the navigation is within reach at every width', async ({ page, suite }) => {
  await enterAtTheLimits(page, suite)
  await open(page, '/users')
  const links = async (name: string) => {
    const navigation = page.getByRole('navigation', { name })
    return navigation.getByRole('link').filter({ visible: true }).allInnerTexts()
  }
  await page.setViewportSize({ width: 1366, height: 800 })
  const all = await links('Main')
  expect(all.length).toBeGreaterThan(5)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const opener = page.getByRole('button', { name: /^(More|Open menu)$/, expanded: false })
    await expect(async () => {
      if (await opener.isVisible()) await opener.click({ timeout: 1_000 })
      expect(await links(width < 1024 ? 'Menu' : 'Main')).toEqual(all)
    }).toPass()
    // The menu *More* covers the page.
    if (width >= 1024) await page.keyboard.press('Escape')
    await expect.poll(() => findBroken(page), { message: `${width}` }).toEqual([])
  }
})
