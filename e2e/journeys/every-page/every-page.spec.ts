import type { AreaRegistry } from '@mms/contracts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { addUser, connectApi } from '../../suite/api.ts'
import { listPages } from '../../suite/pages.ts'
import { enter, expect, test } from '../../suite/test.ts'

const DESK = 1440
const PHONE = 360
type Scheme = 'light' | 'dark'
const other = (scheme: Scheme): Scheme => (scheme === 'light' ? 'dark' : 'light')

const dialogs = [
  { path: '/users', button: 'Add user' },
  { path: '/users', button: 'Edit Administrator' },
  { path: '/users', button: 'Set password of Meera Dialog' },
  { path: '/medicines', button: /^Delete / },
]

const chartsOf = (page: Page) => page.locator('.apexcharts-inner')

const emulate = (page: Page, colorScheme: Scheme) =>
  page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })

/** Switches the device's color scheme. Waits until charts are redrawn and no animation runs. */
async function turn(page: Page, scheme: Scheme): Promise<void> {
  const charts = await chartsOf(page).count()
  await emulate(page, scheme)
  await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${scheme}\\b`))
  await expect.poll(() => chartsOf(page).count()).toBeGreaterThanOrEqual(charts)
  await expect.poll(() => page.evaluate(() => document.getAnimations().length)).toBe(0)
}

async function expectWellAt(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 })
  await expectAccessible(page)
}

/** Checks a loaded page in one scheme, then in the other one at width `next`. Returns the scheme it ends with. */
async function expectWell(page: Page, scheme: Scheme, width: number, next = width): Promise<Scheme> {
  await expectWellAt(page, width)
  await turn(page, other(scheme))
  await expectWellAt(page, next)
  return other(scheme)
}

/** Each test visits half of the pages. A page starts with the width and scheme of the one before: redrawing is slow. */
for (const [part, opened] of (['light', 'dark'] as const).entries()) {
  test(`no page has a grave accessibility finding, from the login page in ${opened} colors on`, async ({
    page,
    suite,
  }) => {
    let scheme: Scheme = opened
    await emulate(page, scheme)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    scheme = await expectWell(page, scheme, DESK, PHONE)
    let [width, next] = [PHONE, DESK]
    const all = await listPages(await connectApi(suite))
    await enter(page)
    for (const { path, heading } of all.filter((_, index) => index % 2 === part)) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('[aria-busy=true], .chakra-skeleton, .chakra-spinner')).toHaveCount(0)
      scheme = await expectWell(page, scheme, width, next)
      ;[width, next] = [next, width]
    }
  })
}

test('no dialog has a grave accessibility finding', async ({ page, suite }) => {
  await listPages(await connectApi(suite))
  const colleague = { email: 'meera.dialog@pharmacy.test', password: 'a long enough password' }
  await addUser(suite, { ...colleague, name: 'Meera Dialog', role: 'staff' })
  let scheme: Scheme = 'light'
  await emulate(page, scheme)
  await page.setViewportSize({ width: 360, height: 740 })
  await enter(page, '/users')
  for (const { path, button } of dialogs) {
    if (!page.url().endsWith(path)) await page.goto(path)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    // On a phone a row shows its actions once it is open.
    const closed = page.locator('tr[data-closed] [data-opener]')
    while ((await closed.count()) > 0) await closed.first().click()
    await page.getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    await expect(dialog).toBeVisible()
    scheme = await expectWell(page, scheme, PHONE)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('every page of every area is among those that are looked at', async ({ page, suite }) => {
  const { areas } = (await (await page.request.get('/areas.json')).json()) as AreaRegistry
  const routes = areas.flatMap(({ manifest }) => manifest?.routes ?? [])
  const seen = (await listPages(await connectApi(suite))).map(({ path }) => path.replace(/\?.*/, ''))
  const isSeen = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/:[^/]+/g, '[^/]+')}$`)
    return seen.some((path) => pattern.test(path))
  }
  expect(routes).toContain('/alerts')
  expect(routes.filter((route) => !isSeen(route))).toEqual([])
})
