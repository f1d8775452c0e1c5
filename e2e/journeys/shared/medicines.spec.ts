import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('an administrator adds, edits and deletes a medicine', { tag: '@smoke' }, async ({ page }) => {
  await enter(page)
  await page.getByRole('link', { name: 'Medicines', exact: true }).click()
  await page.getByRole('link', { name: /^Add/ }).first().click()
  await expect(page.getByRole('heading', { name: 'Add Medicine' })).toBeVisible()
  await page.getByLabel('Medicine Name').fill('Edited Paracetamol')
  await page.getByLabel('Category').selectOption('Antipyretics')
  await page.getByLabel('Manufacturer').fill('Micro Labs')
  await page.getByLabel('Current Stock').fill('40')
  await page.getByLabel('Minimum Stock Level').fill('50')
  await page.getByLabel('Unit Price').fill('1.95')
  await page.getByLabel('Is demand affected by seasons?').check()
  await page.getByLabel('Winter').fill('1.4')
  await page.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(page.getByText('Medicine added successfully')).toBeVisible()
  await expect(page).toHaveURL('/medicines')
  const row = page.getByRole('row', { name: /Edited Paracetamol/ })
  await expect(row).toContainText('Micro Labs')
  await expect(row).toContainText('Antipyretics')
  await expect(row).toContainText('Min: 50')
  await expect(row).toContainText('₹1.95')
  await expect(row).toContainText('N/A')

  await row.getByRole('link', { name: /^Edit .* Paracetamol/ }).click()
  await expect(page.getByRole('heading', { name: 'Edit Medicine' })).toBeVisible()
  await expect(page.getByLabel('Winter')).toHaveValue('1.4')
  await page.getByLabel('Current Stock').fill('400')
  await page.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(page.getByText('Medicine updated successfully')).toBeVisible()
  await expect(row).toContainText('400')

  await row.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Are you sure you want to delete this medicine?')).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Medicine deleted successfully')).toBeVisible()
  await expect(row).toHaveCount(0)
})

/** Adds 120 medicines, which can be found by their manufacturer. */
const fillPages = (api: Api) =>
  Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      addMedicine(api, { manufacturer: 'Pagemaker', name: `Paged ${101 + index}`, category: 'Vitamins' }),
    ),
  )

test('filters and pages live in the address', async ({ page, suite }) => {
  await fillPages(await connectApi(suite))
  await enter(page, '/medicines?search=pagemaker')
  const rows = page.getByRole('row', { name: /./ }).filter({ has: page.getByRole('rowheader') })

  await page.getByLabel('Category').selectOption('Vitamins')
  // Waits for the new page, because the old one has the same rows and its *Next* has no effect any more.
  const filtered = page.waitForResponse(/\/api\/medicines\?.*category=Vitamins/)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await filtered
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expect(page).toHaveURL(/search=pagemaker&category=Vitamins/)
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Paged 101')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows.first()).toContainText('Paged 151')
  await page.reload()
  await expect(rows.first()).toContainText('Paged 151')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(rows).toHaveCount(20)
  await expect(page.getByText('101–120 of 120')).toBeVisible()
  await page.goBack()
  await expect(rows.first()).toContainText('Paged 151')
})
