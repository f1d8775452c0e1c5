import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { type Line, startLine } from '../../suite/line.ts'
import { test as base, enter, expect } from '../../suite/test.ts'

/** The browser's connection to the suite can be broken; that of `connectApi` cannot. */
const test = base.extend<{ line: Line }>({
  line: async ({ suite }, use) => {
    const line = await startLine(suite.url)
    await use(line)
    line.close()
  },
  baseURL: ({ line }, use) => use(line.url),
})
test.beforeEach(({ troubles }) => {
  troubles.allow(/Failed to load resource|ERR_|Failed to fetch|409/)
})

const RECORD = 'POST /api/transactions'
const WITHDRAW = 'POST /api/transactions/withdrawal'
const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })

async function sell(page: Page, name: string, quantity: string) {
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await page.getByLabel(sales.quantity).fill(quantity)
  await page.keyboard.press('Enter')
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
  for (const quantity of ['2', '3', '4']) await sell(page, 'Without Line', quantity)
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
  await expect(waiting(page)).toHaveCount(0, { timeout: 20_000 })
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
  await sell(page, 'Recorded After All', '6')
  await waiting(page).getByRole('button', { name: /^Edit/ }).click()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('6')
  await page.getByLabel(sales.quantity).fill('1')
  await page.keyboard.press('Enter')
  await expect(waiting(page)).toContainText('Sale of 1 × Recorded After All')
  line.mend()
  await retryNow(page)
  await expect(page.getByText('This was recorded already')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Not sent: its first version was recorded already')).toBeVisible()
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 44 })
})
