import type { Alert, Medicine, Report } from '@mms/contracts'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { ASKED_AGAIN, expectBadgeRight } from '../../suite/alerts.ts'
import { type Api, connectApi, emptyStore } from '../../suite/api.ts'
import { readExport } from '../../suite/smoke.ts'
import { expect, logOut, signIn, test } from '../../suite/test.ts'

const windows = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]

/** Follows a link of the navigation bar, which is a menu on phones. */
async function go(page: Page, link: string, heading: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: new RegExp(`^${link}`) })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Waits until report and alerts have been computed from the sample data. */
async function untilComputed(api: Api): Promise<void> {
  await expect
    .poll(async () => (await api.get<Report>('/api/reports?period=last-year')).summary.sales.value)
    .toBeGreaterThan(0)
  await expect.poll(async () => (await api.get<Alert[]>('/api/alerts/recent')).length).toBeGreaterThan(0)
}

async function expectEveryWidget(page: Page): Promise<void> {
  for (const card of ['Total Medicines', 'Low Stock Items', 'Expiring Soon'])
    await expect(page.getByText(card, { exact: true })).toBeVisible()
  for (const widget of ['Current Stock Levels', 'Demand Prediction', 'Recent Alerts'])
    await expect(page.getByRole('heading', { name: widget })).toBeVisible()
  const recent = page.getByRole('region', { name: 'Recent Alerts' })
  await expect(recent.getByRole('listitem')).not.toHaveCount(0)
}

/** Of the medicines above their minimum, the one that expires last: its stock can be sold down to the minimum. */
async function findSellable(api: Api): Promise<Medicine> {
  const medicines = await api.get<Medicine[]>('/api/medicines')
  const [medicine] = medicines
    .filter(({ currentStock, minStockLevel }) => minStockLevel > 0 && currentStock > minStockLevel)
    .sort((a, b) => (b.expiryDate ?? '').localeCompare(a.expiryDate ?? ''))
  if (!medicine) throw new Error('No medicine of the sample data can be sold down to its minimum')
  return medicine
}

async function sellDown(page: Page, { name, currentStock, minStockLevel }: Medicine): Promise<void> {
  await go(page, 'Sales', sales.heading)
  await page.getByRole('combobox', { name: sales.medicine }).fill(name)
  await page.getByRole('option', { name }).first().click()
  await page.getByLabel(sales.quantity).fill(String(currentStock - minStockLevel))
  await page.getByRole('button', { name: /^Record (sale|purchase|return|write-off|adjustment)$/ }).click()
  const said = `Transaction recorded successfully. New stock level: ${minStockLevel}`
  await expect(page.getByText(said)).toBeVisible()
}

async function resolveAlert(page: Page, { name }: Medicine): Promise<void> {
  await go(page, 'Alerts', 'Alerts')
  const fold = page.getByRole('button', { name: /^Filters/ })
  if (await fold.isVisible()) await fold.click()
  await page.getByLabel('Type', { exact: true }).selectOption('Low Stock')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL('/alerts?type=low_stock')
  // Until the filtered list is there, a click can miss the button, which moves.
  await expect(page.getByRole('list', { name: 'Alerts' })).toHaveAttribute('aria-busy', 'false')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(card).toContainText('New', ASKED_AGAIN)
  const details = card.getByRole('button', { name: /^Details/ })
  if (await details.isVisible()) await details.click()
  await card.getByRole('button', { name: /^Resolve: Low Stock/ }).click()
  await expect(card).toHaveCount(0)
}

/** Waits until the report shows the sale, then exports it. */
async function exportReport(page: Page, api: Api, { _id, name, minStockLevel }: Medicine): Promise<void> {
  const reported = async () =>
    (await api.get<Report>('/api/reports')).movements.find((row) => row._id === _id)
  await expect.poll(async () => (await reported())?.currentStock).toBe(minStockLevel)
  await go(page, 'Reports', 'Reports & Analytics')
  await page.getByRole('link', { name: 'Movement' }).click()
  const table = page.getByRole('table', { name: 'Stock Movement Details' })
  await expect(table.getByRole('rowheader').first()).toBeVisible()
  const csv = await readExport(page, 'CSV')
  expect(csv.download.suggestedFilename()).toMatch(/^medicine-stock-\d{4}-\d{2}-\d{2}\.csv$/)
  const lines = csv.bytes.toString().split(/\r?\n/)
  expect(
    lines.filter((line) => line.startsWith(`"${name}"`) && line.includes(`,"${minStockLevel}",`)),
  ).not.toEqual([])
  const pdf = await readExport(page, 'PDF')
  expect(pdf.download.suggestedFilename()).toMatch(/^medicine-report-\d{4}-\d{2}-\d{2}\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
}

for (const size of windows) {
  test(`a day in the store, from signing in to signing out, at ${size.width} px`, async ({ page, suite }) => {
    const api = await connectApi(suite)
    await emptyStore(api)
    await page.setViewportSize(size)
    await signIn(page)
    await expect(page.getByText('Login successful')).toBeVisible()
    await page.getByRole('button', { name: 'Load Sample Data' }).click()
    await expect(page.getByText(/^Successfully loaded \d+ sample medicines!$/)).toBeVisible()
    await expect(page.getByText('Total Medicines')).toBeVisible()
    await untilComputed(api)
    await page.reload()
    await expectEveryWidget(page)
    await expectBadgeRight(page, api)

    const medicine = await findSellable(api)
    await sellDown(page, medicine)
    await resolveAlert(page, medicine)
    await expectBadgeRight(page, api)

    await go(page, 'Climate Analytics', 'Climate & Seasonal Analytics')
    await expect(page.getByRole('heading', { name: 'Current Conditions' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Demand by Category' })).toBeVisible()
    await exportReport(page, api, medicine)

    await logOut(page)
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
}
