import { sales } from '@mms/mf-sales/e2e/words.ts'
import { createRandom } from '@mms/service-kit/random'
import type { CDPSession, Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'
import { picker } from '../../typing/counter.ts'
import { strokesOf, typeStrokes } from '../../typing/typist.ts'

const GTIN = '08901234500279'
/** Milliseconds between keys, typed by hand or sent by a scanner. */
const [HANDS, SCANNER] = [60, 20]
/** Keys that hands type in six seconds, the limit for a line. */
const MOST_KEYS = 6_000 / HANDS

interface Stored {
  quantity: number
  unitPrice: number
  batch?: object
  lines?: { number: string | null; expiryDate: string | null; effect: number }[]
}

const random = createRandom(27)
const typing = (devtools: CDPSession) => (gap: number, keys: string[]) =>
  typeStrokes(devtools, strokesOf(keys, gap, random))
const newest = async (api: Api, id: string) =>
  (await api.get<Stored[]>(`/api/transactions?medicineId=${id}&limit=5`))[0]
const linesOf = (stored: Stored | undefined) =>
  stored?.lines?.map(({ number, expiryDate, effect }) => [number, expiryDate, effect])
const batchField = (page: Page) =>
  page.getByRole('form', { name: sales.form }).getByLabel('Batch', { exact: true })

/** Expiry date by batch number. `open` buys five units of each. */
type Batches = Record<string, string>

async function open(page: Page, api: Api, name: string, { barcode, ...batches }: Batches = {}) {
  const { _id } = await addMedicine(api, {
    name,
    currentStock: 0,
    unitPrice: 10,
    ...(barcode && { barcode }),
  })
  for (const [number, date] of Object.entries(batches)) await buy(api, _id, number, date)
  await enter(page, '/sales')
  await expect(picker(page)).toBeFocused()
  await picker(page).pressSequentially(name.toLowerCase())
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  return { _id, type: typing(await page.context().newCDPSession(page)) }
}

const buy = (api: Api, medicineId: string, number: string, expiryDate: string) =>
  api.post('/api/transactions', {
    ...{ medicineId, type: 'purchase', quantity: 5, unitPrice: 6, note: '' },
    batch: { number, expiryDate },
  })

test('a delivery is typed with batch and date in less than six seconds a line', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const { _id, type } = await open(page, api, 'Lineamox 500')
  const keys = [
    'F4',
    ...'lineamox',
    'Enter',
    ...'20',
    'Tab',
    ...'7.5',
    'Tab',
    ...'ab12',
    'Tab',
    ...'08/28',
    'Enter',
  ]
  await type(HANDS, keys)
  await expect.poll(async () => linesOf(await newest(api, _id))).toEqual([['AB12', '2028-08-31', 20]])
  expect(keys.length).toBeLessThan(MOST_KEYS)
})

test('the DataMatrix of a pack fills number and date of a delivery, and chooses the batch of a sale', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const { _id, type } = await open(page, api, 'Scanazole 40', { barcode: GTIN })
  const scan = (batch: string, date: string) => [...`]d201${GTIN}17${date}10${batch}`, 'Enter']
  await type(HANDS, ['F4'])
  await type(SCANNER, scan('SC1', '271231'))
  await expect(batchField(page)).toHaveValue('SC1')
  await type(HANDS, [...'12', 'Tab', ...'7', 'Enter'])
  await expect.poll(async () => linesOf(await newest(api, _id))).toEqual([['SC1', '2027-12-31', 12]])
  await buy(api, _id, 'SC0', '2027-10-31')
  await type(HANDS, ['F2'])
  await type(SCANNER, scan('SC1', '271231'))
  await expect(batchField(page)).toHaveValue('SC1')
  await type(HANDS, ['Enter'])
  await expect.poll(async () => linesOf(await newest(api, _id))).toEqual([['SC1', '2027-12-31', -1]])
  expect((await newest(api, _id))?.batch).toEqual({
    ...{ number: 'SC1', expiryDate: '2027-12-31', scanned: true },
    reason: 'The pack that was scanned',
  })
})
