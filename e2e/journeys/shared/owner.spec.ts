import { readFile } from 'node:fs/promises'
import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, addUser, connectApi } from '../../suite/api.ts'
import { enter, expect, signIn, test } from '../../suite/test.ts'

const clerk = { name: 'Harish Pai', email: 'harish@pharmacy.test', password: 'sixteen loud parrots' }
const MEDICINE = 'Owner’s Amoxicillin'

/** Types a sale, up to its last Enter. */
async function typeSale(page: Page, quantity: string): Promise<void> {
  await page.getByRole('combobox', { name: sales.medicine }).first().pressSequentially(MEDICINE)
  await page.getByRole('option', { name: MEDICINE }).click()
  await page.getByLabel(sales.quantity).fill(quantity)
}

/** The page of a log that a tab leads to: its lines of the clerk, and the same as CSV. */
async function readLog(page: Page, tab: string, heading: string): Promise<{ line: string; csv: string }> {
  await page.getByRole('navigation', { name: 'Users' }).getByRole('link', { name: tab }).click()
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await page.getByLabel('Who').selectOption({ label: clerk.name })
  await page.getByRole('button', { name: 'Apply Filters' }).click()
  await expect(page).toHaveURL(/person=/)
  const row = page.getByRole('row', { name: new RegExp(MEDICINE) })
  await expect(row).toHaveCount(1)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  return { line: await row.innerText(), csv: await readFile(await (await saved).path(), 'utf8') }
}

test('an owner disables a person who is at work, and reads what they did', async ({
  page,
  suite,
  openForAnother,
  troubles,
}) => {
  troubles.allow(/401/)
  await addUser(suite, { ...clerk, role: 'staff' })
  const { _id } = await addMedicine(await connectApi(suite), { name: MEDICINE, unitPrice: 20 })
  const his = await openForAnother()
  await signIn(his, clerk)
  await his.goto('/sales')
  await typeSale(his, '3')
  await his.keyboard.press('Enter')
  await his
    .getByRole('button', { name: `Undo sale of ${MEDICINE}` })
    .last()
    .click()
  await his.getByRole('alertdialog').getByRole('button', { name: 'Undo transaction' }).click()
  await expect(his.getByText('Undone', { exact: true })).toBeVisible()
  await his.goto(`/medicines/edit/${_id}`)
  await his.getByLabel(/^Unit Price/).fill('12.5')
  await his.keyboard.press('Enter')
  await expect(his).toHaveURL(/\/medicines(\?|$)/)
  await his.goto('/sales')
  await typeSale(his, '7')

  await enter(page, '/users')
  await page.getByRole('button', { name: `Edit ${clerk.name}` }).click()
  await page.getByLabel('Disabled').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User updated')).toBeVisible()
  await his.keyboard.press('Enter')
  await expect(his.getByText('Your session has ended. Please sign in again.')).toBeVisible()

  const prices = await readLog(page, 'Medicine changes', 'Medicine changes')
  expect(prices.line).toMatch(/₹20\.00 → ₹12\.50/)
  expect(prices.csv).toContain(`"${clerk.name}","${MEDICINE}","Price ₹20.00 → ₹12.50"`)
  const undone = await readLog(page, 'Undone', 'Undone and discarded')
  expect(undone.line).toContain(`sale of 3 × ${MEDICINE}`)
  expect(undone.csv).toContain(`"Undone","${clerk.name}","sale of 3 × ${MEDICINE}"`)
})
