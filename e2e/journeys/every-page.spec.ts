import { expectAccessible, expectNoSidewaysScroll } from '../suite/accessibility.ts'
import { connectApi } from '../suite/api.ts'
import { expect, signIn, test } from '../suite/test.ts'

test.use({ suiteName: 'every page' })

const pages = [
  { path: '/', heading: 'Dashboard' },
  { path: '/medicines', heading: 'Medicines' },
  { path: '/medicines?search=none+such', heading: 'Medicines' },
  { path: '/medicines/add', heading: 'Add Medicine' },
  { path: '/sales', heading: 'Sales & Inventory Management' },
  { path: '/sales?type=return', heading: 'Sales & Inventory Management' },
  { path: '/users', heading: 'Users' },
  { path: '/no/such/page', heading: /not found/i },
]

test.beforeAll(async ({ suite }) => {
  const api = await connectApi(suite)
  const list = () => api.get<{ _id: string }[]>('/api/medicines')
  if ((await list()).length === 0) await api.get('/api/medicines/seed-sample-data')
  const [first] = await list()
  pages.push({ path: `/medicines/edit/${first?._id}`, heading: 'Edit Medicine' })
})

const dialogs = [
  { path: '/users', button: 'Add user' },
  { path: '/users', button: 'Edit Administrator' },
  { path: '/users', button: 'Set password of Administrator' },
  { path: '/medicines', button: /^Delete / },
]

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`no page has a grave accessibility finding, ${colorScheme}, ${width} px wide`, async ({ page }) => {
      test.setTimeout(300_000)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/login')
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await signIn(page)
      for (const { path, heading } of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.locator('[aria-busy=true], .chakra-skeleton, .chakra-spinner')).toHaveCount(0)
        await expectAccessible(page)
        await expectNoSidewaysScroll(page)
      }
    })
  }
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no dialog has a grave accessibility finding, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page)
    for (const { path, button } of dialogs) {
      await page.goto(path)
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
  await signIn(page)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Medicines' }).click()
  await expect(page).toHaveURL('/medicines')
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()
})
