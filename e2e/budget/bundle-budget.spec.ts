import type { Page } from '@playwright/test'
import { pages } from '../suite/pages.ts'
import { admin } from '../suite/suite.ts'
import { expect, test } from '../suite/test.ts'
import { measureVisit, readRecorded, record, type Visit } from './sizes.ts'

const KIB = 1024
const GROWTH = 1.05

/** Fails above the limit, or 5 % above the accepted size. */
function expectWithin(name: string, { bytes, urls }: Visit, limit: number): void {
  if (process.env.ACCEPT_SIZES === '1') record(name, bytes)
  const said = `${name}: ${(bytes / KIB).toFixed(1)} KiB\n${urls.join('\n')}`
  expect(bytes, said).toBeLessThanOrEqual(limit)
  expect(bytes, `${said}\naccepted: ${readRecorded()[name]} bytes`).toBeLessThanOrEqual(
    (readRecorded()[name] ?? 0) * GROWTH,
  )
}

/** Waits for the login page's last request, single sign-on, so that no later visit counts its files. */
async function openLogin(page: Page): Promise<void> {
  const asked = page.waitForResponse('**/api/auth/single-sign-on')
  await page.goto('/login')
  await asked
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
}

test('the first visit to the login page stays within 241 KiB and 10 requests', async ({ page }) => {
  const visit = await measureVisit(page, () => openLogin(page))
  expect(visit.requests, visit.urls.join('\n')).toBeLessThanOrEqual(10)
  expectWithin('/login', visit, 241 * KIB)
})

for (const { path, heading, mayAdd } of pages) {
  if (mayAdd === undefined) continue
  test(`${path} adds at most ${mayAdd} KiB to the login page, and no chart`, async ({ page }) => {
    await openLogin(page)
    const visit = await measureVisit(page, async () => {
      await page.goto(path)
      await page.getByLabel('Email').fill(admin.email)
      await page.getByLabel('Password').fill(admin.password)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    })
    expectWithin(path, visit, mayAdd * KIB)
    expect(await page.evaluate(() => 'Apex' in window || 'ApexCharts' in window)).toBe(false)
  })
}
