import type { Report } from '@mms/contracts'
import { addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'

test('a sale is in the report of the month', { tag: '@smoke' }, async ({ page, suite }) => {
  const api = await connectApi(suite)
  const name = 'Journey Reported Zinc'
  const { _id } = await addMedicine(api, { name, currentStock: 30, unitPrice: 4 })
  await api.post('/api/transactions', { medicineId: _id, type: 'sale', quantity: 28, unitPrice: 4 })
  const reported = async () =>
    (await api.get<Report>('/api/reports')).movements.find((row) => row._id === _id)
  await expect.poll(async () => (await reported())?.currentStock).toBe(2)
  await enter(page, '/reports?tab=movement')
  const movements = page.getByRole('table', { name: 'Stock Movement Details' })
  const cells = movements.getByRole('row', { name }).getByRole('cell')
  await expect(cells).toHaveText(['0', '30', '28', '2', '28.00'])
})
