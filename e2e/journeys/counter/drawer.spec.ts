import type { Page } from '@playwright/test'
import { expectAccessible } from '../../suite/accessibility.ts'
import { connectApi } from '../../suite/api.ts'
import { addLine, addStrip, numberText, openCounter, payCash, printed } from '../../suite/bills.ts'
import { picker } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'

/** Opens the drawer with ₹2,000 in it. */
async function openDrawer(page: Page): Promise<void> {
  await page.goto('/bills/day')
  await page.getByLabel('Float (₹)').fill('2000')
  await page.getByLabel('Pharmacist on duty').fill('Ravi Iyer')
  await page.getByRole('button', { name: 'Open the drawer' }).click()
  await expect(page.getByRole('button', { name: 'Close the drawer', exact: true })).toBeEnabled()
}

const figure = (page: Page, name: string) =>
  page
    .getByRole('region', { name: /^Drawer of counter/ })
    .locator('dl > div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')

async function fillMove(page: Page, title: string, to: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/aid by/).selectOption({ label: to })
  await dialog.getByLabel('Amount (₹)').fill(amount)
  await dialog.getByRole('button', { name: title }).click()
  await expect(dialog).toBeHidden()
}

async function makeBill(page: Page, name: string, quantity: string): Promise<void> {
  await page.goto('/bills/new')
  await expect(picker(page)).toBeFocused()
  await addLine(page, name, quantity)
  await payCash(page)
  await expect.poll(() => printed(page)).toHaveLength(1)
}

test('the drawer of a day is opened, filled, corrected, counted short and closed', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  await addStrip(api, 'Drawer Dolo')
  await openCounter(page, 'J')
  await expect(page.getByText('The drawer is not open.')).toBeVisible()
  await openDrawer(page)
  await expectAccessible(page)

  await makeBill(page, 'Drawer Dolo', '2')
  await makeBill(page, 'Drawer Dolo', '4')
  // Corrects a mode: the second customer paid by UPI.
  await page.goto('/bills')
  await page.getByRole('link', { name: numberText('J', 2) }).click()
  await fillMove(page, 'Correct payment', 'UPI', '140')
  await expect(page.getByText('Cash corrected to UPI')).toBeVisible()
  await expectAccessible(page)
  // Returns one of the two strips of the first bill.
  await page.goto('/bills')
  await page.getByRole('link', { name: numberText('J', 1) }).click()
  await page.getByRole('button', { name: 'Return', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Quantity').fill('1')
  await page.getByRole('dialog').getByLabel('Reason').fill('Not needed')
  await page.getByRole('button', { name: 'Make the credit note' }).click()
  await expect(page.getByRole('link', { name: numberText('JC', 1) })).toBeVisible()

  await page.goto('/bills/day')
  await page.getByRole('button', { name: 'Cash out' }).click()
  await page.getByRole('dialog').getByLabel('Amount (₹)').fill('25')
  await page.getByRole('dialog').getByLabel('Reason').fill('Tea')
  await page.getByRole('dialog').getByRole('button', { name: 'Cash out' }).click()
  // 2,000 + 70 - 35 - 25, and 140 by UPI.
  await expect(figure(page, 'Expected cash')).toHaveText('₹2,010.00')
  await expect(figure(page, 'UPI')).toHaveText('₹140.00')
  await expect(figure(page, 'Net')).toHaveText('₹175.00')

  await page.getByRole('button', { name: 'Close the drawer', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('₹500 notes')).toBeFocused()
  for (const count of ['4', '', '', '', '', '', '8']) {
    await page.keyboard.type(count)
    await page.keyboard.press('Enter')
  }
  await expect(dialog.getByText('₹2.00 short')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Close the drawer' })).toBeDisabled()
  await dialog.getByLabel('Reason for the difference').fill('Two coins lost')
  await dialog.getByRole('button', { name: 'Close the drawer' }).click()
  await expect.poll(() => printed(page)).toHaveLength(1)
  const [paper] = await printed(page)
  const lines = [
    numberText('JZ', 1),
    `2 bills: ${numberText('J', 1)} to ${numberText('J', 2)}`,
    'Expected cash2,010.00',
  ]
  for (const text of [...lines, 'Counted2,008.00', '₹2.00 short', 'Two coins lost', 'Ravi Iyer'])
    expect(paper).toContain(text)

  // Receipt paper is a roll, so the report must be one page.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Print the day report' }).click()
  await expect(page.locator('[data-paper]')).toBeAttached()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)

  const row = page.getByRole('row', { name: /^J Counter J/ })
  await expect(row).toContainText('₹2,010.00₹2,008.00₹2.00 short')
  await page.goto('/bills/report')
  await expect(page.getByRole('row', { name: /^J Counter J/ })).toContainText('21₹210.00₹35.00₹35.00₹140.00')
  await expectAccessible(page)
})
