import { sales } from '@mms/mf-sales/e2e/words.ts'
import { expectAccessible } from '../../suite/accessibility.ts'
import { type Api, addMedicine, connectApi } from '../../suite/api.ts'
import { choose } from '../../suite/counter.ts'
import { look } from '../../suite/frames.ts'
import { enter, expect, test } from '../../suite/test.ts'

const USUAL = 'Usual price is ₹30.00. Press Enter again to record ₹300.00'
const recordedOf = async (api: Api, medicineId: string) =>
  api.get<{ confirmed?: object[]; approvedBy?: { name: string } }[]>(
    `/api/transactions?medicineId=${medicineId}`,
  )

test('a price far from the usual is asked about, and both the question and the yes are on record', async ({
  page,
  suite,
}) => {
  const api = await connectApi(suite)
  const name = 'Journey Asked Price'
  const { _id } = await addMedicine(api, { name, unitPrice: 30, currentStock: 40 })
  await enter(page, '/sales')
  await choose(page, name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('300')
  // Both happen in one task, so that no frame is drawn between them.
  await page.evaluate(() => {
    const form = document.querySelector('form[aria-label="Record New Transaction"]') as HTMLFormElement
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(page.getByText(USUAL)).toBeVisible()
  await expect(page.getByLabel(sales.unitPrice)).toBeFocused()
  await expectAccessible(page)
  expect(await recordedOf(api, _id)).toEqual([])
  await look(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Asked: 10 × the usual price, confirmed by/)).toBeVisible()
  expect(await recordedOf(api, _id)).toMatchObject([{ confirmed: [{ code: 'price_far', value: 300 }] }])
})
