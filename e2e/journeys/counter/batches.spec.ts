import { sales } from '@mms/mf-sales/e2e/words.ts'
import { type Api, connectApi } from '../../suite/api.ts'
import { openForm } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'

const GTIN = '08901234500279'
/** Milliseconds between keys, typed by hand or sent by a scanner. */
const [HANDS, SCANNER] = [60, 20]

interface Stored {
  batch?: object
  lines?: { number: string | null; expiryDate: string | null; effect: number }[]
}

const idOf = async (api: Api, name: string) =>
  (await api.get<{ _id: string }[]>(`/api/medicines?search=${name}`))[0]?._id ?? ''
const newest = async (api: Api, id: string) =>
  (await api.get<Stored[]>(`/api/transactions?medicineId=${id}&limit=1`))[0]

const expectLine = (api: Api, id: string, ...line: [number: string, expiryDate: string, effect: number]) =>
  expect
    .poll(async () =>
      (await newest(api, id))?.lines?.map(({ number, expiryDate, effect }) => [number, expiryDate, effect]),
    )
    .toEqual([line])

test('a delivery is typed with batch and date', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const type = await openForm(page, api, [{ name: 'Lineamox 500', currentStock: 0, unitPrice: 10 }])
  await type(HANDS, 'F4', 'lineamox', 'Enter', '20', 'Tab', '7.5', 'Tab', 'ab12', 'Tab', '08/28', 'Enter')
  await expectLine(api, await idOf(api, 'Lineamox'), 'AB12', '2028-08-31', 20)
})

test('the DataMatrix of a pack fills number and date of a delivery, and chooses the batch of a sale', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const medicine = { name: 'Scanazole 40', barcode: GTIN, currentStock: 0, unitPrice: 10 }
  const type = await openForm(page, api, [medicine])
  const id = await idOf(api, 'Scanazole')
  const batch = page.getByRole('form', { name: sales.form }).getByLabel('Batch', { exact: true })
  const scan = [`]d201${GTIN}1727123110SC1`, 'Enter']
  await type(HANDS, 'F4')
  await type(SCANNER, ...scan)
  await expect(batch).toHaveValue('SC1')
  await type(HANDS, '12', 'Tab', '7', 'Enter')
  await expectLine(api, id, 'SC1', '2027-12-31', 12)
  await api.post('/api/transactions', {
    medicineId: id,
    type: 'purchase',
    quantity: 5,
    unitPrice: 6,
    note: '',
    batch: { number: 'SC0', expiryDate: '2027-10-31' },
  })
  await type(HANDS, 'F2')
  await type(SCANNER, ...scan)
  await expect(batch).toHaveValue('SC1')
  await type(HANDS, 'Enter')
  await expectLine(api, id, 'SC1', '2027-12-31', -1)
  expect((await newest(api, id))?.batch).toEqual({
    ...{ number: 'SC1', expiryDate: '2027-12-31', scanned: true },
    reason: 'The pack that was scanned',
  })
})
