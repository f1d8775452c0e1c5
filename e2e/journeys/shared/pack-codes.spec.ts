import { sales } from '@mms/mf-sales/e2e/words.ts'
import { createRandom } from '@mms/service-kit/random'
import type { Page } from '@playwright/test'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { enter, expect, test } from '../../suite/test.ts'
import { picker } from '../../typing/counter.ts'
import { strokesOf, typeStrokes } from '../../typing/typist.ts'

const GTIN = '09521234543213'
const medicine = { name: 'Packed Cetirizine 10', barcode: '9521234543213', currentStock: 50, unitPrice: 3 }
const UNKNOWN = '04006381333931'
const END = ['Enter']

type Scan = (code: string, ends?: string[], gap?: number) => Promise<void>

async function open(page: Page, api: Api): Promise<Scan> {
  const listed = await api.get<{ name: string }[]>('/api/medicines')
  if (!listed.some(({ name }) => name === medicine.name)) await addMedicine(api, medicine)
  await enter(page, '/sales')
  await expect(picker(page)).toBeFocused()
  await picker(page).pressSequentially('packed')
  await expect(page.getByRole('option', { name: medicine.name })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  const devtools = await page.context().newCDPSession(page)
  const random = createRandom(1)
  return (code, ends = END, gap = 15) => typeStrokes(devtools, strokesOf([...code, ...ends], gap, random))
}

const recorded = async (api: Api) => (await api.get<unknown[]>('/api/transactions?limit=200')).length
const quantity = (page: Page) => page.getByLabel(sales.quantity)

const packs = [
  ['a DataMatrix', `]d201${GTIN}1727123110AB12`, END],
  ['a GS1-128', `]C101${GTIN}10AB12`, END],
  ['elements without a prefix', `01${GTIN}17271231`, END],
  ['elements as they are printed', `(01)${GTIN}(17)271200(10)AB12`, END],
  ['a link', `https://id.example/01/${GTIN}/10/AB12?17=271231`, END],
  ['a barcode with Tab', medicine.barcode, ['Tab']],
  ['a barcode with nothing', medicine.barcode, []],
  ['a barcode with two Enters', medicine.barcode, ['Enter', 'Enter']],
  ['a GTIN-14', GTIN, END],
] as const

test('the code of a pack picks its medicine from any field, and nothing of it stays in the form', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const scan = await open(page, api)
  const before = await recorded(api)
  const fields = [picker(page), page.getByLabel('Note'), page.getByLabel(sales.unitPrice), quantity(page)]
  for (const [at, [kind, code, ends]] of packs.entries()) {
    // Scans each kind of code in two fields, so that each field gets at least four kinds.
    for (const field of [fields[at % fields.length], fields[(at + 1) % fields.length]]) {
      await test.step(kind, async () => {
        await field?.focus()
        await scan(code, [...ends])
        await expect(picker(page)).toHaveValue(medicine.name)
        await expect(quantity(page)).toBeFocused()
        await expect(quantity(page)).toHaveValue('1')
        await expect(page.getByLabel('Note')).toHaveValue('')
        await page.keyboard.press('Escape')
        await expect(picker(page)).toHaveValue('')
        await expect(picker(page)).toBeFocused()
      })
    }
  }
  expect(await recorded(api)).toBe(before)
})

test('an unknown or unreadable one is named, and is never text in the picker', async ({ page, suite }) => {
  const scan = await open(page, await connectApi(suite))
  const lines = ['Brand: Dolo', 'Batch No: DOBS3975', 'Exp: 12/2027'].flatMap((line) => [...line, 'Enter'])
  await picker(page).pressSequentially('pack', { delay: 60 })
  for (const [code, ends, said] of [
    [`]d201${UNKNOWN}10X`, END, 'No medicine has the barcode 4006381333931'],
    [`]d201${UNKNOWN.slice(0, 13)}9`, END, `No barcode could be read in “]d201${UNKNOWN.slice(0, 13)}9”`],
    ['https://pack.example/scan?x=1', END, 'No barcode could be read in “https://pack.example/scan?x=1”'],
    ['', lines, 'No barcode could be read in “Brand: Dolo Batch No: DOBS3975 Exp: 12/2027”'],
  ] as const) {
    await scan(code, [...ends], code === '' ? 3 : 15)
    await expect(page.getByText(said).first()).toBeVisible()
    await expect(picker(page)).toHaveValue('pack')
    await expect(picker(page)).toBeFocused()
  }
  await picker(page).fill(medicine.name)
  await picker(page).press('Enter')
  await expect(picker(page)).toHaveValue(medicine.name)
  await expect(quantity(page)).toBeFocused()
  await scan('https://pack.example/scan?x=2')
  await expect(
    page.getByText('No barcode could be read in “https://pack.example/scan?x=2”').first(),
  ).toBeVisible()
  await expect(picker(page)).toHaveValue(medicine.name)
  await expect(quantity(page)).toBeFocused()
  await expect(page.getByText('was not recorded')).toHaveCount(0)
})
