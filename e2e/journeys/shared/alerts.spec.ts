import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { expectBadgeRight, lowStockOf } from '../../suite/alerts.ts'
import { type Api, addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** By its link: messages name other medicines too. */
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })

/** A medicine at its minimum, and its alert. */
async function addLow(api: Api, name: string, currentStock = 5): Promise<string> {
  const { _id } = await addMedicine(api, { name, currentStock, minStockLevel: 5 })
  await expect.poll(async () => (await lowStockOf(api, _id)).length).toBe(1)
  return _id
}

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

test('an alert is read and resolved by keyboard, and leads to its medicine', async ({ page, suite }) => {
  const name = 'Journey Low Insulin'
  const id = await addLow(await connectApi(suite), name)
  await enter(page, '/alerts?type=low_stock&status=new')
  await cardOf(page, name)
    .getByRole('button', { name: /^Mark as Read/ })
    .press('Enter')
  await expect(page.getByText('Alert marked as read')).toBeVisible()
  // it is none of the new ones any more, and the focus is not lost
  await expect(cardOf(page, name)).toHaveCount(0)
  await expect(page.locator('body:focus')).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('Read')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL('/alerts?status=read&type=low_stock')
  await cardOf(page, name)
    .getByRole('button', { name: /^Resolve/ })
    .press('Enter')
  await expect(page.getByText('Alert marked as resolved')).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Resolved')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(cardOf(page, name)).toContainText('by Administrator')
  await cardOf(page, name).getByRole('link', { name }).click()
  await expect(page).toHaveURL(`/medicines/${id}`)
})

test('several are marked and resolved together; what a colleague did first is told', async ({
  page,
  suite,
  openForAnother,
  troubles,
}) => {
  troubles.allow(/409/)
  const api = await connectApi(suite)
  const names = ['Journey Many Zinc', 'Journey Many Iron', 'Journey Many Iodine']
  const ids: string[] = []
  for (const name of names) ids.push(await addLow(api, name))
  await enter(page, '/alerts?type=low_stock')
  for (const name of names) await cardOf(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Mark selected as read' }).click()
  await expect(page.getByText('3 alerts marked as read')).toBeVisible()
  for (const name of names) await expect(cardOf(page, name)).toContainText('Read')

  // The page's own look around is held back, so that it does not know yet.
  await page.route('**/api/alerts/by-medicine?**', (route) => route.abort())
  troubles.allow(/ERR_FAILED/)
  const hers = await openForAnother()
  await enter(hers, '/alerts?type=low_stock')
  await cardOf(hers, names[0] ?? '')
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(hers.getByText('Alert marked as resolved')).toBeVisible()

  for (const name of names) await cardOf(page, name).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Resolve selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Resolve' }).click()
  await expect(page.getByText('1 of 3 alerts could not be marked as resolved')).toBeVisible()
  await expect(page.getByText('2 alerts marked as resolved')).toBeVisible()
  await page.unroute('**/api/alerts/by-medicine?**')
  await expectAccessible(page)
  for (const id of ids) expect((await lowStockOf(api, id)).map(({ status }) => status)).toEqual(['resolved'])
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
  await expect(card).toContainText('Low: 5 left (min 5)', { timeout: 90_000 })
  await expect(card).toHaveCount(1)
  await expect(card).toContainText(/Expired.*5 packs, ₹.*expired on 31 Jan 2020/)
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

test('an administrator generates; staff read and resolve', async ({ page, suite, openForAnother }) => {
  const api = await connectApi(suite)
  const staff = { email: 'alerts-staff@pharmacy.test', password: 'a long enough password' }
  await addUser(suite, { ...staff, name: 'Journey Staff', role: 'staff' })
  await addLow(api, 'Journey Staff Aspirin')
  await enter(page, '/alerts')
  await page.getByRole('button', { name: 'Generate Alerts Now' }).click()
  await expect(page.getByText(/\d+ new alerts?, \d+ renewed, \d+ closed/)).toBeVisible()

  const theirs = await openForAnother()
  await enter(theirs, '/alerts?type=low_stock&status=new', staff)
  await expect(theirs.getByText('Alerts are generated automatically every 6 hours.')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Generate Alerts Now' })).toHaveCount(0)
  await cardOf(theirs, 'Journey Staff Aspirin')
    .getByRole('button', { name: /^Resolve/ })
    .click()
  await expect(theirs.getByText('Alert marked as resolved')).toBeVisible()
})

test('while alerts are away the page says so, the badge is silent, and both come back', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/503/)
  const api = await connectApi(suite)
  const name = 'Journey Away Aspirin'
  await addLow(api, name)
  const away = { status: 503, contentType: 'application/problem+json', body: '{"message":"Alerts are away"}' }
  await page.route('**/api/alerts**', (route) => route.fulfill(away))
  await enter(page, '/alerts?type=low_stock')
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to fetch alerts' }).first()).toBeVisible()
  await expect(page.getByRole('banner').getByText(/open alert/)).toHaveCount(0)
  // Pressed while alerts are still away: once they are back, the page may come back by itself before the press.
  const asked = page.waitForRequest('**/api/alerts/by-medicine?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await asked
  await page.unroute('**/api/alerts**')
  await page.reload()
  await expect(cardOf(page, name)).toBeVisible()
  await expectBadgeRight(page, api)
})
