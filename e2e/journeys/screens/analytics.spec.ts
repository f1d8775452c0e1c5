import type { ClimateDemand, Report } from '@mms/contracts'
import { type Api, connectApi } from '../../suite/api.ts'
import { readExport } from '../../suite/exports.ts'
import { enter, expect, test } from '../../suite/test.ts'

/** Sample data, and analytics that has heard of all of it. */
async function fillStore(api: Api): Promise<void> {
  const medicines = await api.get<unknown[]>('/api/medicines')
  if (medicines.length === 0) await api.get('/api/medicines/seed-sample-data')
  await expect
    .poll(async () => (await api.get<Report>('/api/reports?period=last-year')).summary.sales.value, {
      timeout: 60_000,
    })
    .toBeGreaterThan(0)
}

test('the reports follow the period, and both exports are what is on the screen', { tag: '@smoke' }, async ({
  page,
  suite,
}) => {
  await fillStore(await connectApi(suite))
  await enter(page, '/reports')
  await page.getByLabel('Report Period').selectOption('Last Year')
  await expect(page).toHaveURL('/reports?period=last-year')
  // Until the year's figures are there, those of the month stay on the screen.
  await expect(page.getByText(/^Last Year, .* to /).first()).toBeVisible()
  const table = page.getByRole('table', { name: 'Stock Movement Details' })
  const cells = await table.getByRole('row').nth(1).getByRole('cell').allInnerTexts()
  const [initial = 0, added = 0, removed = 0, current = 0] = cells.map((text) =>
    Number(text.replaceAll(/\D/g, '')),
  )
  expect(initial + added - removed).toBe(current)
  await expect(
    page
      .getByRole('img', { name: /^Stock History/ })
      .locator('svg')
      .first(),
  ).toBeVisible()

  const csv = await readExport(page, 'CSV')
  expect(csv.download.suggestedFilename()).toMatch(/^medicine-stock-\d{4}-\d{2}-\d{2}\.csv$/)
  const name = await table.getByRole('rowheader').first().innerText()
  expect(csv.bytes.toString()).toContain(`${name},${initial},${added},${removed},${current},`)

  const pdf = await readExport(page, 'PDF')
  expect(pdf.download.suggestedFilename()).toMatch(/^medicine-report-\d{4}-\d{2}-\d{2}\.pdf$/)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  // It brings its fonts, also for the charts, which are drawn and no pictures of the screen.
  expect(pdf.bytes.toString('latin1').match(/\/FontFile2/g)).toHaveLength(2)
  expect(pdf.bytes.toString('latin1')).not.toContain('/Subtype /Image')
})

test('the climate page follows the city that an administrator sets', async ({ page, suite }) => {
  const api = await connectApi(suite)
  await fillStore(api)
  await enter(page)
  await page.getByRole('button', { name: 'Administrator' }).click()
  await page.getByRole('button', { name: 'Store settings' }).click()
  await page.getByLabel('City').selectOption({ label: 'Mumbai, Maharashtra' })
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByRole('row', { name: /City.*Mumbai/ }).first()).toBeVisible()

  const { currentSeason, predictions } = await api.get<ClimateDemand>('/api/medicines/climate-demand')
  await page.getByRole('link', { name: 'Climate Analytics' }).click()
  await expect(page.getByText(/^Mumbai, /)).toBeVisible()
  await expect(
    page.getByText(currentSeason.charAt(0).toUpperCase() + currentSeason.slice(1), { exact: true }),
  ).toBeVisible()
  const sensitive = predictions.filter((each) => each.predictedDemandMultiplier > 1.3)
  const table = page.getByRole('table', { name: 'Medicines with High Climate Sensitivity' })
  await expect(table.getByRole('rowheader')).toHaveCount(sensitive.length)
})
