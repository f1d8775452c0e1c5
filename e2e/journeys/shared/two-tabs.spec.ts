import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('a form left open does not overwrite what another tab saved', { tag: '@smoke' }, async ({
  page,
  context,
  suite,
  troubles,
}) => {
  troubles.allow(/412/)
  const { _id } = await addMedicine(await connectApi(suite), { name: 'Insulin glargine', currentStock: 30 })
  await enter(page, `/medicines/edit/${_id}`)
  await expect(page.getByLabel('Current Stock')).toHaveValue('30')

  const other = await context.newPage()
  await other.goto(`/medicines/edit/${_id}`)
  await other.getByLabel('Current Stock').fill('25')
  await other.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(other.getByText('Medicine updated successfully')).toBeVisible()

  await page.getByLabel('Manufacturer').fill('Sanofi India')
  await page.getByRole('button', { name: 'Save Medicine' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/changed/i)
  await expect(page).toHaveURL(`/medicines/edit/${_id}`)
  await expect(page.getByLabel('Manufacturer')).toHaveValue('Sanofi India')
  const stored = await (await connectApi(suite)).get<{ currentStock: number; manufacturer: string }>(
    `/api/medicines/${_id}`,
  )
  expect(stored).toMatchObject({ currentStock: 25, manufacturer: 'Cipla' })
})
