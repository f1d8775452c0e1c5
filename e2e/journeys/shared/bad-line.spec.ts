import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { broken, test } from '../../suite/broken-line.ts'
import { enter, expect } from '../../suite/test.ts'

const RECORD = 'POST /api/transactions'
const stopped = (page: Page) => page.getByRole('alert').filter({ hasText: 'Not recorded yet' })
const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })
async function sell(page: Page, name: string, quantity: string) {
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await page.getByLabel(sales.quantity).fill(quantity)
  await page.keyboard.press('Enter')
  await expect(picker).toBeFocused()
}

/** As if all but the last of 15 minutes of errors were over; the next try is due. */
const passTheTime = (page: Page) =>
  page.evaluate(() => {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith('mms.outbox.'))) {
      const entry = JSON.parse(localStorage.getItem(name) ?? '{}')
      const tired = { ...entry, triedAt: Date.now(), troubledMs: 15 * 60_000, nextAt: 0 }
      localStorage.setItem(name, JSON.stringify(tired))
    }
    window.dispatchEvent(new Event('online'))
  })

test('a sale whose answers are lost is recorded once, on a slow line too', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Lost Answer', currentStock: 50 })
  await enter(page, '/sales')
  const network = await page.context().newCDPSession(page)
  const throughput = 100 * 1024
  const slow = { offline: false, latency: 200, downloadThroughput: throughput, uploadThroughput: throughput }
  await network.send('Network.emulateNetworkConditions', slow)
  line.break(RECORD, 'lose answer')
  await sell(page, 'Lost Answer', '3')
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  await broken(line)
  await page.reload()
  await expect(waiting(page)).toContainText('Sale of 3 × Lost Answer')
  line.mend()
  await expect(waiting(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 47 })
})

test('a sale that met only errors is not sold twice by editing it', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Booked Already', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose answer')
  await sell(page, 'Booked Already', '4')
  await expect(waiting(page)).toContainText('Sale of 4 × Booked Already')
  await passTheTime(page)
  await expect(stopped(page)).toContainText('Sale of 4 × Booked Already')
  await page.reload()
  line.mend()
  await stopped(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('This was recorded already')).toBeVisible()
  await expect(stopped(page)).toHaveCount(0)
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 46 })
})

test('a sale that never arrived goes back into the form, or away', async ({ page, line, suite }) => {
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Never Arrived', currentStock: 50 })
  await enter(page, '/sales')
  line.break(RECORD, 'lose request')
  for (const quantity of ['5', '6']) {
    await sell(page, 'Never Arrived', quantity)
    await expect(waiting(page)).toContainText(`Sale of ${quantity} × Never Arrived`)
  }
  await passTheTime(page)
  await expect(stopped(page)).toHaveCount(2)
  line.mend()
  const first = stopped(page).filter({ hasText: 'Sale of 5' })
  await first.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect(first).toHaveCount(0)
  await stopped(page).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel(sales.quantity)).toHaveValue('6')
  await page.getByLabel(sales.quantity).fill('2')
  await page.keyboard.press('Enter')
  await expect(page.getByText('New stock level: 48')).toBeVisible()
  expect(await api.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 48 })
})
