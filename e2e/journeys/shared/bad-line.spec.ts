import { sales } from '@mms/mf-sales/e2e/words.ts'
import type { Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { broken, test } from '../../suite/broken-line.ts'
import { enter, expect } from '../../suite/test.ts'

const RECORD = 'POST /api/transactions'
const waiting = (page: Page) => page.getByRole('region', { name: sales.waiting })
async function sell(page: Page, name: string, quantity: string) {
  const picker = page.getByRole('combobox', { name: sales.medicine })
  await picker.fill(name)
  await page.getByRole('listbox').getByRole('option', { name }).click()
  await page.getByLabel(sales.quantity).fill(quantity)
  await page.keyboard.press('Enter')
  await expect(picker).toBeFocused()
}

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
