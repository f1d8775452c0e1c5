import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../../suite/accessibility.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('a file of medicines is imported, exported and taken back', { tag: '@smoke' }, async ({ page }) => {
  await enter(page)
  await page.goto('/medicines/import')
  const lines = [
    'Name;Category;Stock;Price',
    'Filed Zinc;Vitamins;7;=1+1',
    'Filed Iron;Vitamins;9;4.50',
    'Filed Café;;1;',
  ]
  const buffer = Buffer.from(`\ufeff${lines.join('\r\n')}`, 'utf16le')
  await page
    .getByLabel('File of medicines')
    .setInputFiles({ name: 'filed.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('Unit Price (₹) must be a number.')).toBeVisible()
  await expect(page.getByText('Category is required.')).toBeVisible()
  await expectAccessible(page)
  const [refused] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the refused rows' }).click(),
  ])
  const text = await readFile(await refused.path(), 'utf8')
  expect(text).toContain(`Filed Zinc,Vitamins,7,'=1+1,2,Unit Price (₹) must be a number.`)
  await page.getByRole('button', { name: 'Import 1 medicine' }).click()
  await expect(page.getByText('Added', { exact: true })).toBeVisible()

  await page.goto('/medicines?search=filed+iron')
  await page.getByRole('link', { name: 'Filed Iron', exact: true }).click()
  await expect(page.getByRole('row', { name: /Opening stock.*\+9/ })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Medicine', exact: true })
  await expect(tabs.getByRole('link')).toHaveText(['History', 'Demand', 'Alerts', 'Bills'])

  await page.goto('/medicines')
  for (const kind of ['CSV', 'Excel']) {
    await page.getByRole('button', { name: 'File', exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Export to ${kind}` }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^medicines-\d{4}-\d\d-\d\d\.(csv|xlsx)$/)
    await page.goto('/medicines/import')
    await page.getByLabel('File of medicines').setInputFiles(await file.path())
    await expect(page.getByRole('button', { name: 'Import 0 medicines' })).toBeDisabled()
    await expect(page.getByRole('group', { name: 'Rows' })).toContainText('Changed0')
    await page.goto('/medicines')
  }

  await page.goto('/medicines/import')
  await page.getByRole('button', { name: 'Undo filed.csv' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('row', { name: /filed.csv.*1 undone/ })).toBeVisible()
  await page.goto('/medicines?search=filed+iron')
  await expect(page.getByText('No Medicines Found')).toBeVisible()
})
