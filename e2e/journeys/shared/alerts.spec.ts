import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { expectBadgeRight } from '../../suite/alerts.ts'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Finds a card by its link, because messages also name other medicines. */
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

async function sell(page: Page, name: string, quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: sales.medicine }).fill(name)
  await expect(page.getByRole('listbox').getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByLabel(sales.quantity).fill(quantity)
  await page.keyboard.press('Enter')
}

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
  await expect(cardOf(list, name)).toContainText('New')
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

test('a medicine is one card with its causes; it is written off from there, and snoozed', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const name = 'Journey Expired Eosin'
  await addMedicine(api, { name, currentStock: 5, minStockLevel: 5, expiryDate: '2020-01-31' })
  await enter(page, '/alerts')
  const card = cardOf(page, name)
  await expect(card).toContainText('Low: 0 unexpired of 5 left (min 5)', { timeout: 90_000 })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(/Expired.*5 units, ₹.*expired on 31 Jan 2020/)
  await card.getByRole('link', { name: /^Write off/ }).click()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('5')
  await page.getByRole('button', { name: 'Record write-off' }).click()
  await expect(page.getByText('New stock level: 0')).toBeVisible()

  await page.getByRole('link', { name: /^Alerts/ }).click()
  await expect(card).toContainText('Out of stock (min 5)')
  await expect(card).not.toContainText('expired on')
  await card.getByRole('button', { name: 'Snooze' }).click()
  await card.getByRole('button', { name: 'For a week' }).click()
  await expect(page.getByText('Alert snoozed for 7 days')).toBeVisible()
  await expect(card).toHaveCount(0)
  await page.goto('/alerts?status=resolved&type=low_stock')
  await expect(card).toContainText(/Snoozed.*until/)
})
