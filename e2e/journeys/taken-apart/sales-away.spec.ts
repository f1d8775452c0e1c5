import { sales } from '@mms/mf-sales/e2e/words.ts'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('sales go on while the whole suite is down, and are recorded once when it is up again', async ({
  page,
  suite,
  troubles,
}) => {
  troubles.allow(/ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource|Failed to fetch/)
  const api = await connectApi(suite)
  const { _id } = await addMedicine(api, { name: 'Journey Metformin', currentStock: 50 })
  await enter(page)
  await page.getByRole('link', { name: 'Sales' }).click()
  const picker = page.getByRole('combobox', { name: sales.medicine })
  const sell = async (quantity: string) => {
    await picker.fill('metformin')
    await page.getByRole('listbox').getByRole('option', { name: 'Journey Metformin' }).click()
    await page.getByLabel(sales.quantity).fill(quantity)
    await page.keyboard.press('Enter')
    await expect(picker).toBeFocused()
  }
  await sell('1')
  await expect(page.getByText('New stock level: 49')).toBeVisible()

  await suite.stop()
  const waiting = page.getByRole('region', { name: sales.waiting })
  await sell('2')
  await expect(waiting).toContainText('Sale of 2 × Journey Metformin')
  await sell('3')
  await expect(waiting).toContainText('Sale of 3 × Journey Metformin')

  await suite.start()
  await expect(waiting).toHaveCount(0)
  const later = await connectApi(suite)
  expect(await later.get(`/api/medicines/${_id}`)).toMatchObject({ currentStock: 44 })
  expect(await later.get('/api/transactions')).toHaveLength(3)
})
