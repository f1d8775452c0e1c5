import { sales } from '@mms/mf-sales/e2e/words.ts'
import { connectApi } from '../../suite/api.ts'
import { openForm, picker, quantity, readRecorded } from '../../suite/counter.ts'
import { expect, test } from '../../suite/test.ts'

const GTIN = '08901234567890'
const dolo = { name: 'Dolo 650', barcode: '8901234567890', currentStock: 100, unitPrice: 2.5 }
const zinc = { name: 'Zinc 20 mg', barcode: '96385074', currentStock: 100, unitPrice: 4 }
const SCANNER_MS = 20

test('a scan picks, the same again counts, another records the one before', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const type = await openForm(page, api, [dolo, zinc])
  await type(SCANNER_MS, dolo.barcode, 'Enter')
  await expect(picker(page)).toHaveValue(dolo.name)
  await expect(quantity(page)).toBeFocused()
  for (const _ of [1, 2]) await type(SCANNER_MS, dolo.barcode, 'Enter')
  await expect(quantity(page)).toHaveValue('3')
  await type(SCANNER_MS, zinc.barcode, 'Enter')
  await expect(picker(page)).toHaveValue(zinc.name)
  await expect(quantity(page)).toHaveValue('1')
  // Waits for the first sale, because simultaneous requests may be recorded in any order.
  await expect.poll(async () => (await readRecorded(api))[0]).toBe(`3 × ${dolo.name}`)
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await readRecorded(api)).slice(0, 2))
    .toEqual([`5 × ${zinc.name}`, `3 × ${dolo.name}`])
})

const packs = {
  'a DataMatrix': [`]d201${GTIN}1727123110AB12`, 'Enter'],
  'a GS1-128': [`]C101${GTIN}10AB12`, 'Enter'],
  'elements as they are printed': [`(01)${GTIN}(17)271200(10)AB12`, 'Enter'],
  'a link': [`https://id.example/01/${GTIN}/10/AB12?17=271231`, 'Enter'],
  'a barcode with Tab': [dolo.barcode, 'Tab'],
  'a barcode with nothing': [dolo.barcode],
  'a barcode with two Enters': [dolo.barcode, 'Enter', 'Enter'],
}

test('the code of a pack picks its medicine from any field, and nothing of it stays in the form', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const type = await openForm(page, api, [dolo])
  const before = await readRecorded(api)
  const fields = [picker(page), page.getByLabel('Note'), page.getByLabel(sales.unitPrice), quantity(page)]
  for (const [at, [kind, scan]] of Object.entries(packs).entries()) {
    // Scans each kind of code in two fields, so that each field gets at least three kinds.
    for (const field of [fields[at % fields.length], fields[(at + 1) % fields.length]]) {
      await test.step(kind, async () => {
        await field?.focus()
        await type(SCANNER_MS, ...scan)
        await expect(picker(page)).toHaveValue(dolo.name)
        await expect(quantity(page)).toBeFocused()
        await expect(quantity(page)).toHaveValue('1')
        await expect(page.getByLabel('Note')).toHaveValue('')
        await page.keyboard.press('Escape')
        await expect(picker(page)).toHaveValue('')
        await expect(picker(page)).toBeFocused()
      })
    }
  }
  expect(await readRecorded(api)).toEqual(before)
})

test('an unknown code into any field leaves the form as it was', async ({ page, suite }) => {
  const api = await connectApi(suite)
  const type = await openForm(page, api, [zinc])
  const before = await readRecorded(api)
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
  ]
  await type(60, 'zinc', 'Enter', '7')
  await page.getByLabel('Note').fill('for the ward')
  const values = () => Promise.all(fields.map((field) => field.inputValue()))
  const typed = [zinc.name, '7', '4.00', 'for the ward', 'sale', '', '']
  for (const field of [...fields, form.getByRole('button', { name: /^Record/ })]) {
    await field.focus()
    await type(SCANNER_MS, '4006381333931', 'Enter')
    await expect(page.getByText('No medicine has the barcode 4006381333931').first()).toBeVisible()
    expect(await values()).toEqual(typed)
  }
  expect(await readRecorded(api)).toEqual(before)
})
