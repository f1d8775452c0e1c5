import { sales } from '@mms/mf-sales/e2e/words.ts'
import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'
import { picker } from '../../typing/counter.ts'
import { strokesOf, typeStrokes } from '../../typing/typist.ts'

const dolo = { name: 'Dolo 650', barcode: '8901234567890', currentStock: 100, unitPrice: 2.5 }
const zinc = { name: 'Zinc 20 mg', barcode: '96385074', currentStock: 100, unitPrice: 4 }
const UNKNOWN = '4006381333931'

interface Stored {
  medicineId: { name: string } | null
  quantity: number
}

type Scan = (code: string, gap?: number, ends?: string[]) => Promise<void>

async function open(page: Page, api: Api): Promise<Scan> {
  const known = await api.get<{ name: string }[]>('/api/medicines')
  for (const medicine of [dolo, zinc]) {
    if (!known.some(({ name }) => name === medicine.name)) await addMedicine(api, medicine)
  }
  await enter(page, '/sales')
  await expect(picker(page)).toBeFocused()
  await picker(page).pressSequentially('dolo')
  await expect(page.getByRole('option', { name: dolo.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const devtools = await page.context().newCDPSession(page)
  const random = createRandom(1)
  return (code, gap = 20, ends = ['Enter']) =>
    typeStrokes(devtools, strokesOf([...code, ...ends], gap, random))
}

const recorded = async (api: Api) =>
  (await api.get<Stored[]>('/api/transactions?limit=200')).map(
    ({ medicineId, quantity }) => `${quantity} × ${medicineId?.name}`,
  )
const quantity = (page: Page) => page.getByLabel(sales.quantity)

test('a scan picks, the same again counts, another records the one before', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const scan = await open(page, api)
  const before = (await recorded(api)).length
  await scan(dolo.barcode)
  await expect(picker(page)).toHaveValue(dolo.name)
  await expect(quantity(page)).toBeFocused()
  await scan(dolo.barcode)
  await scan(dolo.barcode)
  await expect(quantity(page)).toHaveValue('3')
  await scan(zinc.barcode)
  await expect(picker(page)).toHaveValue(zinc.name)
  await expect(quantity(page)).toHaveValue('1')
  // Waits for the first sale, because simultaneous requests may be recorded in any order.
  await expect.poll(async () => (await recorded(api))[0]).toBe(`3 × ${dolo.name}`)
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await recorded(api)).slice(0, 2))
    .toEqual([`5 × ${zinc.name}`, `3 × ${dolo.name}`])

  await picker(page).pressSequentially('dolo')
  await page.keyboard.press('Enter')
  await scan(zinc.barcode)
  await expect(page.getByText(`${dolo.name} is not recorded yet`)).toBeVisible()
  await expect(picker(page)).toHaveValue(dolo.name)
  await page.keyboard.press('Escape')
  await expect(picker(page)).toHaveValue('')
  expect(await recorded(api)).toHaveLength(before + 2)
})

test('a scan into any field leaves it as it was', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const scan = await open(page, api)
  const before = (await recorded(api)).length
  const filters = page.getByRole('form', { name: 'Filter transactions' })
  const form = page.getByRole('form', { name: sales.form })
  const fields = [
    picker(page),
    quantity(page),
    page.getByLabel(sales.unitPrice),
    page.getByLabel('Note'),
    form.getByRole('radio', { checked: true }),
    filters.getByLabel('Start Date'),
    filters.getByLabel('Transaction Type'),
    form.getByRole('button', { name: /^Record/ }),
  ]
  await picker(page).pressSequentially('zinc')
  await page.keyboard.press('Enter')
  await page.keyboard.type('7')
  await page.getByLabel('Note').fill('for the ward')
  const values = () =>
    Promise.all(
      fields.slice(0, 7).map((field) => field.evaluate((element) => (element as HTMLInputElement).value)),
    )
  const typed = await values()
  expect(typed).toEqual([zinc.name, '7', '4.00', 'for the ward', 'sale', '', ''])
  const longer = '89012345678908901234567890'
  for (const [code, from] of [
    [UNKNOWN, fields],
    [longer, fields.slice(0, 4)],
  ] as const) {
    for (const field of from) {
      await field.focus()
      await scan(code)
      await expect(page.getByText(`No medicine has the barcode ${code}`).first()).toBeVisible()
      expect(await values()).toEqual(typed)
    }
  }
  await page.locator('body').click({ position: { x: 3, y: 3 } })
  await page.keyboard.press('Escape')
  for (const _ of [1, 2]) await scan(UNKNOWN)
  expect(await values()).toEqual(typed)
  expect(await recorded(api)).toHaveLength(before)
})
