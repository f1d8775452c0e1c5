import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../suite/accessibility.ts'
import { connectApi } from '../suite/api.ts'
import type { Suite } from '../suite/suite.ts'
import { enter, expect, test } from '../suite/test.ts'

test.use({ suiteName: 'screens' })
// Each of them looks at much: both workers have a part.
test.describe.configure({ mode: 'parallel' })

const pages = [
  { path: '/', heading: 'Dashboard' },
  { path: '/medicines', heading: 'Medicines' },
  { path: '/medicines?search=none+such', heading: 'Medicines' },
  { path: '/medicines/add', heading: 'Add Medicine' },
  { path: '/sales', heading: 'Sales & Inventory Management' },
  { path: '/sales?type=return', heading: 'Sales & Inventory Management' },
  { path: '/alerts', heading: 'Alerts' },
  { path: '/alerts?status=resolved&type=expiry', heading: 'Alerts' },
  { path: '/climate-analytics', heading: 'Climate & Seasonal Analytics' },
  { path: '/reports', heading: 'Reports & Analytics' },
  { path: '/store-settings', heading: 'Store settings' },
  { path: '/users', heading: 'Users' },
  { path: '/no/such/page', heading: /not found/i },
]

/** Every page, of a store that has medicines. */
async function listPages(suite: Suite) {
  const api = await connectApi(suite)
  const list = () => api.get<{ _id: string; name: string }[]>('/api/medicines')
  if ((await list()).length === 0) await api.get('/api/medicines/seed-sample-data')
  const [{ _id, name }] = (await list()) as [{ _id: string; name: string }]
  // Analytics hears of it a moment later.
  const isKnown = () => api.get(`/api/demand/${_id}`).then(Boolean, () => false)
  await expect.poll(isKnown, { timeout: 60_000 }).toBe(true)
  return [
    ...pages,
    { path: `/medicines/edit/${_id}`, heading: 'Edit Medicine' },
    { path: `/medicine-demand/${_id}`, heading: name },
  ]
}

const dialogs = [
  { path: '/users', button: 'Add user' },
  { path: '/users', button: 'Edit Administrator' },
  { path: '/users', button: 'Set password of Administrator' },
  { path: '/medicines', button: /^Delete / },
]

const WIDTHS = [1440, 360]

/** The page as it stands, on a wide screen and on a phone; it follows the window without being loaded anew. */
async function expectWellAtEachWidth(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has a grave accessibility finding, ${colorScheme}`, async ({ page, suite }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expectWellAtEachWidth(page)
    for (const { path, heading } of await listPages(suite)) {
      await (path === '/' ? enter(page) : page.goto(path))
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('[aria-busy=true], .chakra-skeleton, .chakra-spinner')).toHaveCount(0)
      await expectWellAtEachWidth(page)
    }
  })

  test(`no dialog has a grave accessibility finding, ${colorScheme}`, async ({ page, suite }) => {
    await listPages(suite)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 740 })
    await enter(page, '/users')
    for (const { path, button } of dialogs) {
      if (!page.url().endsWith(path)) await page.goto(path)
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await expect(dialog).toBeVisible()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Administrator', exact: true }).click()
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('dialog', { name: 'Change password' })).toBeVisible()
    await expectAccessible(page)
  })
}

test('the menu of a phone opens, leads on and closes', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Medicines' }).click()
  await expect(page).toHaveURL('/medicines')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})
