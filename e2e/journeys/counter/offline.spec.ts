import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { test } from '../../suite/broken-line.ts'
import { sell, waiting } from '../../suite/counter.ts'
import { enter, expect } from '../../suite/test.ts'

const RECORD = 'POST /api/transactions'
const WITHDRAW = 'POST /api/transactions/withdrawal'

async function sellWithoutLine(page: Page, name: string, quantity: string) {
  await sell(page, name, quantity)
  await expect(waiting(page)).toContainText(`Sale of ${quantity} × ${name}`)
}

const retryNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('what waits without a line is changed, discarded and sent in its order, and all of it is on record', async ({
  page,
  line,
  suite,
}) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Without Line', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose request')
  line.break(WITHDRAW, 'lose request')
  for (const quantity of ['2', '3', '4']) await sellWithoutLine(page, 'Without Line', quantity)
  await waiting(page).getByRole('button', { name: 'Discard Sale of 3 × Without Line' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(waiting(page).getByText('Discarded')).toBeVisible()
  await waiting(page).getByRole('button', { name: 'Edit Sale of 2 × Without Line' }).press('Enter')
  await expect(page.getByLabel(sales.quantity)).toHaveValue('2')
  await page.getByLabel(sales.quantity).fill('5')
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toContainText('Sale of 5 × Without Line')
  await page.reload()
  await expect(waiting(page).getByRole('listitem')).toHaveCount(3)
  line.mend()
  await retryNow(page)
  await expect(waiting(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 50 - 4 - 5 })
  await page.goto(`/sales?type=discarded&medicine=${_id}`)
  const rows = page.getByRole('table', { name: sales.history }).getByRole('row')
  await expect(rows.filter({ hasText: 'Discarded' })).toHaveCount(2)
})

test('a changed sale whose first version was recorded after all is not sold twice', async ({
  page,
  line,
  suite,
}) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Recorded After All', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose answer')
  line.break(WITHDRAW, 'lose request')
  await sellWithoutLine(page, 'Recorded After All', '6')
  await waiting(page).getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('6')
  await page.getByLabel(sales.quantity).fill('1')
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toContainText('Sale of 1 × Recorded After All')
  line.mend()
  await retryNow(page)
  await expect(page.getByText('This was recorded already')).toBeVisible()
  await expect(page.getByText('Not sent: its first version was recorded already')).toBeVisible()
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 44 })
})
