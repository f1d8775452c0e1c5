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

test('the form says what is wrong beside the field, and sends nothing', async ({ page }) => {
  await enter(page, '/medicines/add')
  await page.getByLabel('Unit Price').fill('1.999')
  await page.getByLabel('Current Stock').fill('-1')
  await page.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(page.getByLabel('Medicine Name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Must have at most 2 decimals')).toBeVisible()
  await expect(page.getByText('Must be 0 or more')).toBeVisible()
  await expect(page).toHaveURL('/medicines/add')
})

test('leaving a changed form asks first', async ({ page }) => {
  await enter(page, '/medicines/add')
  await page.getByLabel('Medicine Name').fill('Half typed')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button').first().focus()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Medicine Name')).toHaveValue('Half typed')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await dialog.getByRole('button', { name: /leave|discard/i }).click()
  await expect(page).toHaveURL('/')
})

test('a form that is gone returns to the list', async ({ page, troubles }) => {
  troubles.allow(/404/)
  await enter(page, '/medicines/edit/01890000-0000-7000-8000-000000000000')
  await expect(page.getByText('Failed to fetch medicine details').first()).toBeVisible()
  await expect(page).toHaveURL('/medicines')
})

/** 120 that fill pages, and one for each filter; none but these is found by their maker's name. */
async function fillPages(api: Api): Promise<void> {
  const all = { manufacturer: 'Pagemaker' }
  const numbers = Array.from({ length: 120 }, (_, index) => 101 + index)
  await Promise.all([
    ...numbers.map((number) => addMedicine(api, { ...all, name: `Paged ${number}`, category: 'Vitamins' })),
    addMedicine(api, {
      ...all,
      name: 'Nearly gone',
      category: 'Steroids',
      currentStock: 1,
      minStockLevel: 5,
    }),
    addMedicine(api, { ...all, name: 'Past its day', category: 'Other', expiryDate: '2020-01-31' }),
    addMedicine(api, { ...all, name: '100%_paged', category: 'Supplements' }),
  ])
}

test('filters and pages live in the address', async ({ page, suite }) => {
  await fillPages(await connectApi(suite))
  await enter(page, '/medicines?search=pagemaker')
  const rows = page.getByRole('row', { name: /./ }).filter({ has: page.getByRole('rowheader') })

  await page.getByLabel('Category').selectOption('Vitamins')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
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

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/medicines')
  await page.getByLabel('Filter', { exact: true }).selectOption('low-stock')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page).toHaveURL('/medicines?filter=low-stock')
  await expect(rows.filter({ hasText: 'Nearly gone' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Paged' })).toHaveCount(0)

  await page.goto('/medicines?search=pagemaker&filter=expired')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Past its day')
  await expect(rows).toContainText('Expired')

  await page.goto('/medicines?search=100%25_paged')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('100%_paged')
  await page.goto('/medicines?search=PAGEMAKER')
  await expect(rows).toHaveCount(50)
  await page.goto('/medicines?search=nothing+like+it')
  await expect(page.getByText('No Medicines Found')).toBeVisible()
})
