import type { Page } from '@playwright/test'
import { ASKED_AGAIN, expectBadgeRight } from '../../suite/alerts.ts'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { sell } from '../../suite/counter.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Finds a card by its link, because messages also name other medicines. */
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

test('a sale down to the minimum shows in the badge, in the list of another tab and on the dashboard', {
  tag: '@smoke',
}, async ({ page, context, suite }) => {
  const api = await connectApi(suite)
  const name = 'Journey Low Salbutamol'
  await addMedicine(api, { name, currentStock: 12, minStockLevel: 10 })
  await enter(page, '/sales')
  const list = await context.newPage()
  await list.goto('/alerts?type=low_stock')
  await expect(list.getByRole('heading', { name: 'Alerts', exact: true })).toBeVisible()
  await expect(cardOf(list, name)).toHaveCount(0)

  await sell(page, name, '2')
  await expect(page.getByText('New stock level: 10')).toBeVisible()
  await expect(cardOf(list, name)).toContainText('New', ASKED_AGAIN)
  await expectBadgeRight(page, api)
  await expectBadgeRight(list, api)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const recent = page.getByRole('region', { name: 'Recent Alerts' })
  await expect(recent.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()

  await cardOf(list, name)
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(list.getByText('Alert marked as resolved')).toBeVisible()
  await expect(cardOf(list, name)).toHaveCount(0)
  await expectBadgeRight(page, api)
})
