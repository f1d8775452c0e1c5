import type { Page } from '@playwright/test'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

// 9.5 hours behind the store, so for most of the day the date here differs from the store's.
test.use({ timezoneId: 'America/St_Johns' })

const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
const clockIn = (timeZone: string, at: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone })
    .format(new Date(at))
    .replace(/\s/g, '\u00a0')

async function openHistory(page: Page, name: string) {
  await enter(page, '/sales')
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toBeVisible()
  const time = row.locator('time')
  return { row, shown: await time.textContent(), at: (await time.getAttribute('datetime')) ?? '' }
}

test('what is recorded is shown and found by the clock of the store, not of the browser', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const name = 'Journey Store Time'
  const { _id } = await addMedicine(api, { name, currentStock: 10, unitPrice: 2.5 })
  await api.post('/api/transactions', { medicineId: _id, type: 'sale', quantity: 1, unitPrice: 2.5 })
  const { row, shown, at } = await openHistory(page, name)
  expect(shown).toBe(clockIn('Asia/Kolkata', at))
  expect(shown).not.toBe(clockIn('America/St_Johns', at))
  await page.getByRole('button', { name: 'Today', exact: true }).click()
  await expect(row).toBeVisible()
  expect(new URL(page.url()).searchParams.get('startDate')).toBe(dayIn('Asia/Kolkata', new Date()))
})
